-- How the last check of the repository ended.
ALTER TYPE "backup_kind" ADD VALUE 'check';
