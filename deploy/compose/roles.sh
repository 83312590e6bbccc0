#!/bin/sh
# Run once by the image of Postgres, on an empty volume: the roles and the database of docs/operations.md (Roles of the
# database). Passwords are read by psql, so that they are in no command line.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\set owner `cat /run/secrets/owner-password`
\set application `cat /run/secrets/application-password`
\set maintenance `cat /run/secrets/maintenance-password`
\set backup `cat /run/secrets/backup-password`
CREATE ROLE channel_owner LOGIN PASSWORD :'owner';
CREATE ROLE channel_application LOGIN PASSWORD :'application';
CREATE ROLE channel_maintenance LOGIN PASSWORD :'maintenance';
CREATE ROLE channel_backup LOGIN REPLICATION PASSWORD :'backup';
CREATE DATABASE channel_booking OWNER channel_owner;
REVOKE TEMPORARY ON DATABASE channel_booking FROM PUBLIC;
SQL
# "all" of the lines of the image does not include replication.
echo 'host replication channel_backup all scram-sha-256' >> "$PGDATA/pg_hba.conf"
