-- accepted restricts: the column is new, so the last release writes only null
ALTER TABLE "organization" ADD CONSTRAINT "organization_request_quota_check" CHECK ("request_quota" BETWEEN 1 AND 1000000) NOT VALID;
