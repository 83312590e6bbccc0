-- The rows of batches whose findings hold a reason of an absence, which is deleted some months after it.
CREATE INDEX "batch_row_reasons_idx" ON "batch_row" (batch_id) WHERE clashes @? '$[*] ? (@.reason != "")';
