#!/bin/sh
# The roles and the database of docs/operations.md (Roles of the database), with the passwords of the secrets. The image of
# Postgres runs it once, on an empty volume; it can be run again, for a new secret. Passwords are read by psql, so that they
# are in no command line.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
\set owner `cat /run/secrets/owner-password`
\set application `cat /run/secrets/application-password`
\set maintenance `cat /run/secrets/maintenance-password`
\set backup `cat /run/secrets/backup-password`
SELECT format('CREATE ROLE %I', name) FROM unnest('{channel_owner,channel_application,channel_maintenance,channel_backup}'::text[]) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE channel_owner LOGIN PASSWORD :'owner';
ALTER ROLE channel_application LOGIN PASSWORD :'application';
ALTER ROLE channel_maintenance LOGIN PASSWORD :'maintenance';
ALTER ROLE channel_backup LOGIN REPLICATION PASSWORD :'backup';
SELECT 'CREATE DATABASE channel_booking OWNER channel_owner'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'channel_booking') \gexec
REVOKE TEMPORARY ON DATABASE channel_booking FROM PUBLIC;
SQL
# "all" of the lines of the image does not include replication.
line='host replication channel_backup all scram-sha-256'
if ! grep --quiet --line-regexp --fixed-strings "$line" "$PGDATA/pg_hba.conf"; then
  echo "$line" >> "$PGDATA/pg_hba.conf"
  psql --no-psqlrc --quiet --username="$POSTGRES_USER" --dbname=postgres --command='SELECT pg_reload_conf()' > /dev/null
fi
