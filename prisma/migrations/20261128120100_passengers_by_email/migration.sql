-- without a transaction
-- Requests about personal data find the orders of an e-mail address, ignoring case.
create index concurrently if not exists "passenger_email_idx" on "passenger" (lower("email")) where "email" <> '';
