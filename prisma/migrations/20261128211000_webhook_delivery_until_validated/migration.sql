ALTER TABLE "webhook_delivery" VALIDATE CONSTRAINT "webhook_delivery_until";
