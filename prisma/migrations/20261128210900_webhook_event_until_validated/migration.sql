ALTER TABLE "webhook_event" VALIDATE CONSTRAINT "webhook_event_until";
