ALTER TABLE "organization" VALIDATE CONSTRAINT "organization_request_quota_check";
