-- CreateIndex
CREATE INDEX "crew_job_day_idx" ON "crew_job"("day");
