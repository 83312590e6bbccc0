-- AlterEnum
ALTER TYPE "mail_purpose" ADD VALUE 'invitation';
ALTER TYPE "mail_purpose" ADD VALUE 'passwordReset';
ALTER TYPE "mail_purpose" ADD VALUE 'passwordRequest';
ALTER TYPE "mail_purpose" ADD VALUE 'endpointFailing';
ALTER TYPE "mail_purpose" ADD VALUE 'endpointDisabled';
ALTER TYPE "mail_purpose" ADD VALUE 'backupFailed';
ALTER TYPE "mail_purpose" ADD VALUE 'drillFailed';
ALTER TYPE "mail_purpose" ADD VALUE 'placesUnbalanced';
ALTER TYPE "mail_purpose" ADD VALUE 'queueStuck';
