ALTER TABLE "webhook_attempt" VALIDATE CONSTRAINT "webhook_attempt_until";
