-- CreateTable
CREATE TABLE "saved_view" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_view_organization_id_page_idx" ON "saved_view"("organization_id", "page");

-- CreateIndex
CREATE INDEX "saved_view_owner_id_idx" ON "saved_view"("owner_id");

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.
create unique index "saved_view_name_key" ON "saved_view" (owner_id, organization_id, page, lower(name));
