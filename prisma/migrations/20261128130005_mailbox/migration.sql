-- CreateTable
CREATE TABLE "mailbox_mail" (
    "mail_id" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    "sent_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "mailbox_mail_pkey" PRIMARY KEY ("mail_id"),
    CONSTRAINT "mailbox_mail_mail_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mail"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
