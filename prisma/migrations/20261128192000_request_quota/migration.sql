-- Requests of the organization's bearer tokens in a window; null: the setting.
ALTER TABLE "organization" ADD COLUMN "request_quota" INTEGER;
