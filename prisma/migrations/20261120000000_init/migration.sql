-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('InCart', 'Booked', 'Deleted', 'Cancelled');

-- CreateEnum
CREATE TYPE "door" AS ENUM ('api', 'console', 'graphql', 'system');

-- CreateEnum
CREATE TYPE "webhook_delivery_status" AS ENUM ('pending', 'succeeded', 'failed');

-- CreateTable
CREATE TABLE "token_family" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(6),
    "revoked_reason" TEXT,

    CONSTRAINT "token_family_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_token" (
    "id" SERIAL NOT NULL,
    "family_id" INTEGER NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "id" SERIAL NOT NULL,
    "family_id" INTEGER NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_session" (
    "id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "absolute_expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "auth_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_throttle" (
    "key" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "window_start_at" TIMESTAMPTZ(6) NOT NULL,
    "locked_until" TIMESTAMPTZ(6),

    CONSTRAINT "login_throttle_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "currency" (
    "code" CHAR(3) NOT NULL,
    "symbol" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "currency_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "language" (
    "code" CHAR(2) NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "language_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "system_state" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "system_state_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "supplier" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "translations" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "supplier_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_permission" (
    "supplier_id" INTEGER NOT NULL,
    "permission_name" TEXT NOT NULL,

    CONSTRAINT "supplier_permission_pkey" PRIMARY KEY ("supplier_id","permission_name")
);

-- CreateTable
CREATE TABLE "category" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "translations" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "supplier_id" INTEGER,
    "city_id" INTEGER NOT NULL,
    "location_id" INTEGER,
    "banner_id" INTEGER NOT NULL,
    "thumbnail_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "short_description" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "highlights" TEXT[],
    "know_before_you_go" TEXT NOT NULL,
    "what_to_bring" TEXT NOT NULL,
    "is_published" BOOLEAN,
    "back_office" BOOLEAN NOT NULL DEFAULT false,
    "labels" TEXT[],
    "ticket_title" TEXT,
    "ticket_message" TEXT,
    "ticket_per_participant" BOOLEAN NOT NULL DEFAULT false,
    "translations" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "product_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "product_currency" (
    "product_id" INTEGER NOT NULL,
    "currency_code" CHAR(3) NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "product_currency_pkey" PRIMARY KEY ("product_id","currency_code")
);

-- CreateTable
CREATE TABLE "product_point" (
    "product_id" INTEGER NOT NULL,
    "point_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "product_point_pkey" PRIMARY KEY ("product_id","point_id")
);

-- CreateTable
CREATE TABLE "product_category" (
    "product_id" INTEGER NOT NULL,
    "category_id" INTEGER NOT NULL,

    CONSTRAINT "product_category_pkey" PRIMARY KEY ("product_id","category_id")
);

-- CreateTable
CREATE TABLE "product_image" (
    "product_id" INTEGER NOT NULL,
    "media_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "product_image_pkey" PRIMARY KEY ("product_id","media_id")
);

-- CreateTable
CREATE TABLE "product_video" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "video_code" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "product_video_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_level" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "business_hours" TEXT,
    "capacity" INTEGER NOT NULL,
    "pricing_type" TEXT NOT NULL,
    "availability_type" TEXT NOT NULL,
    "has_pickup" BOOLEAN NOT NULL DEFAULT false,
    "has_drop_off" BOOLEAN NOT NULL DEFAULT false,
    "has_tour_guide" BOOLEAN NOT NULL DEFAULT false,
    "duration_time" DECIMAL(12,3) NOT NULL,
    "duration_description" TEXT,
    "cut_off_time" DECIMAL(12,3) NOT NULL,
    "offer_time_start" DATE NOT NULL,
    "offer_time_end" DATE NOT NULL,
    "is_complete" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL DEFAULT 0,
    "translations" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "service_level_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_category" (
    "id" SERIAL NOT NULL,
    "service_level_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "minimum" INTEGER NOT NULL,
    "maximum" INTEGER NOT NULL,
    "age_min" INTEGER NOT NULL,
    "age_max" INTEGER NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "translations" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "price_category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate" (
    "id" SERIAL NOT NULL,
    "service_level_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "valid_from" DATE,
    "valid_to" DATE,
    "weekdays" INTEGER[],
    "cancellation_description" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "translations" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "rate_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cancellation_penalty" (
    "id" SERIAL NOT NULL,
    "rate_id" INTEGER NOT NULL,
    "time" INTEGER NOT NULL,
    "percentage" DECIMAL(6,3) NOT NULL,

    CONSTRAINT "cancellation_penalty_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_category" (
    "id" SERIAL NOT NULL,
    "rate_id" INTEGER NOT NULL,
    "price_category_id" INTEGER NOT NULL,

    CONSTRAINT "rate_category_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_price" (
    "id" SERIAL NOT NULL,
    "rate_id" INTEGER NOT NULL,
    "rate_category_id" INTEGER,
    "currency_code" CHAR(3) NOT NULL,
    "original" DECIMAL(14,3) NOT NULL,
    "agent" DECIMAL(14,3) NOT NULL,
    "sold" DECIMAL(14,3) NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "rate_price_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule" (
    "id" SERIAL NOT NULL,
    "service_level_id" INTEGER NOT NULL,
    "valid_from" DATE,
    "valid_to" DATE,
    "weekdays" INTEGER[],
    "start_time" TIME(0),
    "end_time" TIME(0),
    "capacity" INTEGER NOT NULL,
    "expiration_date" DATE,
    "expiration_minutes_after_booking" INTEGER,

    CONSTRAINT "schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "availability" (
    "id" SERIAL NOT NULL,
    "service_level_id" INTEGER NOT NULL,
    "schedule_id" INTEGER,
    "date" DATE,
    "start_time" TIME(0),
    "end_time" TIME(0),
    "capacity" INTEGER NOT NULL,
    "booked" INTEGER NOT NULL DEFAULT 0,
    "remaining" INTEGER NOT NULL,
    "expiration_date" DATE,
    "expiration_minutes_after_booking" INTEGER,

    CONSTRAINT "availability_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pickup_options" (
    "id" SERIAL NOT NULL,
    "service_level_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "time_window" INTEGER NOT NULL,
    "time_before" INTEGER NOT NULL,
    "time_range_start" TIME(0),
    "time_range_end" TIME(0),

    CONSTRAINT "pickup_options_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pickup_place" (
    "id" SERIAL NOT NULL,
    "pickup_options_id" INTEGER NOT NULL,
    "point_id" INTEGER NOT NULL,
    "time_before" INTEGER NOT NULL,
    "time_start" TIME(0) NOT NULL,
    "time_end" TIME(0) NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "pickup_place_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pickup_time" (
    "id" SERIAL NOT NULL,
    "pickup_options_id" INTEGER NOT NULL,
    "time" TIME(0) NOT NULL,

    CONSTRAINT "pickup_time_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media" (
    "id" SERIAL NOT NULL,
    "filename" TEXT NOT NULL,
    "storage_key" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "byte_size" INTEGER NOT NULL,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "role_id" INTEGER NOT NULL,
    "client_id" INTEGER NOT NULL,
    "issuer_id" INTEGER NOT NULL,
    "contact_person_id" INTEGER,
    "tour_guide_id" INTEGER,
    "city_id" INTEGER NOT NULL,
    "supplier_id" INTEGER,
    "product_id" INTEGER,
    "pickup_id" INTEGER NOT NULL,
    "dropoff_id" INTEGER NOT NULL,
    "status" "order_status" NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "reference_code" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,
    "booked_at" TIMESTAMPTZ(6),
    "hold_expires_at" TIMESTAMPTZ(6),
    "time_zone" TEXT NOT NULL,
    "starts_at" TIMESTAMPTZ(6),
    "ends_at" TIMESTAMPTZ(6),
    "starts_at_local" TIMESTAMP(0),
    "ends_at_local" TIMESTAMP(0),
    "checkout_date" DATE,
    "vat_percentage" DECIMAL(6,3) NOT NULL,
    "vat_type" TEXT NOT NULL,
    "currency_code" CHAR(3) NOT NULL,
    "total_original" DECIMAL(14,3),
    "total_agent" DECIMAL(14,3),
    "total_sold" DECIMAL(14,3),
    "booked_details" JSONB,
    "viewers" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "service_level_id" INTEGER NOT NULL,
    "rate_id" INTEGER NOT NULL,
    "availability_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "start_time" TIME(0),
    "end_time" TIME(0),
    "status" "order_status" NOT NULL,
    "quantity" INTEGER NOT NULL,
    "places_held" INTEGER NOT NULL DEFAULT 0,
    "currency_code" CHAR(3) NOT NULL,
    "original" DECIMAL(14,3),
    "agent" DECIMAL(14,3),
    "sold" DECIMAL(14,3),

    CONSTRAINT "booking_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passenger" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "first_name" TEXT NOT NULL DEFAULT '',
    "last_name" TEXT NOT NULL DEFAULT '',
    "full_name" TEXT NOT NULL,
    "gender" TEXT NOT NULL DEFAULT '',
    "phone_number" TEXT NOT NULL DEFAULT '',
    "phone_country_code" TEXT NOT NULL DEFAULT '',
    "whatsapp_number" TEXT NOT NULL DEFAULT '',
    "email" TEXT NOT NULL DEFAULT '',
    "is_leader" BOOLEAN NOT NULL DEFAULT false,
    "price_category" JSONB,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "passenger_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "booking_passenger" (
    "booking_id" INTEGER NOT NULL,
    "passenger_id" INTEGER NOT NULL,
    "status" "order_status" NOT NULL,
    "currency_code" CHAR(3) NOT NULL,
    "original" DECIMAL(14,3),
    "agent" DECIMAL(14,3),
    "sold" DECIMAL(14,3),

    CONSTRAINT "booking_passenger_pkey" PRIMARY KEY ("booking_id","passenger_id")
);

-- CreateTable
CREATE TABLE "transfer" (
    "id" SERIAL NOT NULL,
    "date" DATE,
    "time" TIME(0),
    "driver_id" INTEGER,
    "point_id" INTEGER,

    CONSTRAINT "transfer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "passenger_id" INTEGER,
    "filename" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "ticket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "currency_code" CHAR(3) NOT NULL,
    "time_zone" TEXT NOT NULL,
    "vat_percentage" DECIMAL(6,3) NOT NULL DEFAULT 0,
    "vat_type" TEXT NOT NULL DEFAULT 'included',
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization_language" (
    "organization_id" INTEGER NOT NULL,
    "language_code" CHAR(2) NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "organization_language_pkey" PRIMARY KEY ("organization_id","language_code")
);

-- CreateTable
CREATE TABLE "user" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "password_hash" TEXT,
    "email_verified_at" TIMESTAMPTZ(6),
    "disabled_at" TIMESTAMPTZ(6),
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "photo_id" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "permission" (
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,

    CONSTRAINT "permission_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "role" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "client_id" INTEGER,
    "name" TEXT NOT NULL,
    "description" TEXT,

    CONSTRAINT "role_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "role_permission" (
    "role_id" INTEGER NOT NULL,
    "permission_name" TEXT NOT NULL,

    CONSTRAINT "role_permission_pkey" PRIMARY KEY ("role_id","permission_name")
);

-- CreateTable
CREATE TABLE "user_role" (
    "user_id" INTEGER NOT NULL,
    "role_id" INTEGER NOT NULL,

    CONSTRAINT "user_role_pkey" PRIMARY KEY ("user_id","role_id")
);

-- CreateTable
CREATE TABLE "role_product" (
    "role_id" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,

    CONSTRAINT "role_product_pkey" PRIMARY KEY ("role_id","product_id")
);

-- CreateTable
CREATE TABLE "role_city" (
    "role_id" INTEGER NOT NULL,
    "city_id" INTEGER NOT NULL,

    CONSTRAINT "role_city_pkey" PRIMARY KEY ("role_id","city_id")
);

-- CreateTable
CREATE TABLE "client" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,

    CONSTRAINT "client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "client_member" (
    "client_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "client_member_pkey" PRIMARY KEY ("client_id","user_id")
);

-- CreateTable
CREATE TABLE "country" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "code" CHAR(2) NOT NULL,
    "translations" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "country_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "city" (
    "id" SERIAL NOT NULL,
    "country_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,
    "translations" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "city_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "point" (
    "id" SERIAL NOT NULL,
    "city_id" INTEGER NOT NULL,
    "organization_id" INTEGER,
    "latitude" DECIMAL(9,6) NOT NULL,
    "longitude" DECIMAL(9,6) NOT NULL,
    "address" TEXT NOT NULL,

    CONSTRAINT "point_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,
    "organization_id" INTEGER,
    "actor_id" INTEGER,
    "door" "door" NOT NULL,
    "action" TEXT NOT NULL,
    "entity" TEXT NOT NULL,
    "entity_id" INTEGER,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateTable
CREATE TABLE "imported_record" (
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "entity_id" INTEGER NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "imported_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "imported_record_pkey" PRIMARY KEY ("kind","key")
);

-- CreateTable
CREATE TABLE "tag" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "value_text" TEXT NOT NULL,
    "booking_id" INTEGER,
    "category_id" INTEGER,
    "city_id" INTEGER,
    "client_id" INTEGER,
    "order_id" INTEGER,
    "product_id" INTEGER,
    "role_id" INTEGER,
    "supplier_id" INTEGER,
    "transfer_id" INTEGER,
    "user_id" INTEGER,

    CONSTRAINT "tag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "owner_id" INTEGER,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(6),
    "concurrency" INTEGER NOT NULL DEFAULT 4,
    "rate_per_second" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "disabled_at" TIMESTAMPTZ(6),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "id" UUID NOT NULL,
    "order_id" INTEGER NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "payload" TEXT,
    "erased_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" SERIAL NOT NULL,
    "event_id" UUID NOT NULL,
    "endpoint_id" INTEGER NOT NULL,
    "status" "webhook_delivery_status" NOT NULL DEFAULT 'pending',
    "repeat_of_id" INTEGER,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" SERIAL NOT NULL,
    "delivery_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_status" INTEGER,
    "response_headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "token_family_user_id_idx" ON "token_family"("user_id");

-- CreateIndex
CREATE INDEX "access_token_family_id_idx" ON "access_token"("family_id");

-- CreateIndex
CREATE INDEX "access_token_expires_at_idx" ON "access_token"("expires_at");

-- CreateIndex
CREATE INDEX "refresh_token_family_id_idx" ON "refresh_token"("family_id");

-- CreateIndex
CREATE INDEX "refresh_token_expires_at_idx" ON "refresh_token"("expires_at");

-- CreateIndex
CREATE INDEX "auth_session_user_id_idx" ON "auth_session"("user_id");

-- CreateIndex
CREATE INDEX "auth_session_expires_at_idx" ON "auth_session"("expires_at");

-- CreateIndex
CREATE INDEX "login_throttle_window_start_at_idx" ON "login_throttle"("window_start_at");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_organization_id_name_key" ON "supplier"("organization_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "category_title_key" ON "category"("title");

-- CreateIndex
CREATE INDEX "product_organization_id_idx" ON "product"("organization_id");

-- CreateIndex
CREATE INDEX "product_supplier_id_idx" ON "product"("supplier_id");

-- CreateIndex
CREATE INDEX "product_city_id_idx" ON "product"("city_id");

-- CreateIndex
CREATE INDEX "product_location_id_idx" ON "product"("location_id");

-- CreateIndex
CREATE INDEX "product_title_id_idx" ON "product"("title", "id");

-- CreateIndex
CREATE INDEX "product_labels_idx" ON "product" USING GIN ("labels");

-- CreateIndex
CREATE INDEX "product_point_point_id_idx" ON "product_point"("point_id");

-- CreateIndex
CREATE INDEX "product_category_category_id_idx" ON "product_category"("category_id");

-- CreateIndex
CREATE INDEX "product_image_media_id_idx" ON "product_image"("media_id");

-- CreateIndex
CREATE INDEX "product_video_product_id_idx" ON "product_video"("product_id");

-- CreateIndex
CREATE INDEX "service_level_product_id_idx" ON "service_level"("product_id");

-- CreateIndex
CREATE INDEX "price_category_service_level_id_idx" ON "price_category"("service_level_id");

-- CreateIndex
CREATE INDEX "rate_service_level_id_idx" ON "rate"("service_level_id");

-- CreateIndex
CREATE INDEX "cancellation_penalty_rate_id_idx" ON "cancellation_penalty"("rate_id");

-- CreateIndex
CREATE INDEX "rate_category_price_category_id_idx" ON "rate_category"("price_category_id");

-- CreateIndex
CREATE UNIQUE INDEX "rate_category_rate_id_price_category_id_key" ON "rate_category"("rate_id", "price_category_id");

-- CreateIndex
CREATE INDEX "rate_price_rate_category_id_idx" ON "rate_price"("rate_category_id");

-- CreateIndex
CREATE INDEX "schedule_service_level_id_idx" ON "schedule"("service_level_id");

-- CreateIndex
CREATE INDEX "availability_schedule_id_idx" ON "availability"("schedule_id");

-- CreateIndex
CREATE INDEX "availability_date_idx" ON "availability"("date");

-- CreateIndex
CREATE UNIQUE INDEX "pickup_options_service_level_id_key" ON "pickup_options"("service_level_id");

-- CreateIndex
CREATE INDEX "pickup_place_pickup_options_id_idx" ON "pickup_place"("pickup_options_id");

-- CreateIndex
CREATE INDEX "pickup_place_point_id_idx" ON "pickup_place"("point_id");

-- CreateIndex
CREATE UNIQUE INDEX "pickup_time_pickup_options_id_time_key" ON "pickup_time"("pickup_options_id", "time");

-- CreateIndex
CREATE UNIQUE INDEX "media_storage_key_filename_key" ON "media"("storage_key", "filename");

-- CreateIndex
CREATE UNIQUE INDEX "orders_pickup_id_key" ON "orders"("pickup_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_dropoff_id_key" ON "orders"("dropoff_id");

-- CreateIndex
CREATE INDEX "orders_booked_at_id_idx" ON "orders"("booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_status_booked_at_id_idx" ON "orders"("status", "booked_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_city_id_status_idx" ON "orders"("city_id", "status");

-- CreateIndex
CREATE INDEX "orders_product_id_idx" ON "orders"("product_id");

-- CreateIndex
CREATE INDEX "orders_supplier_id_idx" ON "orders"("supplier_id");

-- CreateIndex
CREATE INDEX "orders_client_id_idx" ON "orders"("client_id");

-- CreateIndex
CREATE INDEX "orders_issuer_id_idx" ON "orders"("issuer_id");

-- CreateIndex
CREATE INDEX "orders_created_at_idx" ON "orders"("created_at");

-- CreateIndex
CREATE INDEX "orders_starts_at_local_idx" ON "orders"("starts_at_local");

-- CreateIndex
CREATE INDEX "orders_reference_code_idx" ON "orders"("reference_code");

-- CreateIndex
CREATE INDEX "orders_viewers_idx" ON "orders" USING GIN ("viewers");

-- CreateIndex
CREATE INDEX "booking_order_id_idx" ON "booking"("order_id");

-- CreateIndex
CREATE INDEX "booking_availability_id_idx" ON "booking"("availability_id");

-- CreateIndex
CREATE INDEX "booking_rate_id_idx" ON "booking"("rate_id");

-- CreateIndex
CREATE INDEX "booking_service_level_id_idx" ON "booking"("service_level_id");

-- CreateIndex
CREATE INDEX "passenger_order_id_idx" ON "passenger"("order_id");

-- CreateIndex
CREATE INDEX "booking_passenger_passenger_id_idx" ON "booking_passenger"("passenger_id");

-- CreateIndex
CREATE INDEX "transfer_driver_id_date_idx" ON "transfer"("driver_id", "date");

-- CreateIndex
CREATE INDEX "transfer_date_idx" ON "transfer"("date");

-- CreateIndex
CREATE INDEX "transfer_point_id_idx" ON "transfer"("point_id");

-- CreateIndex
CREATE UNIQUE INDEX "ticket_address_key_key" ON "ticket"("address_key");

-- CreateIndex
CREATE INDEX "ticket_order_id_idx" ON "ticket"("order_id");

-- CreateIndex
CREATE INDEX "role_client_id_idx" ON "role"("client_id");

-- CreateIndex
CREATE UNIQUE INDEX "role_organization_id_name_key" ON "role"("organization_id", "name");

-- CreateIndex
CREATE INDEX "role_permission_permission_name_idx" ON "role_permission"("permission_name");

-- CreateIndex
CREATE INDEX "user_role_role_id_idx" ON "user_role"("role_id");

-- CreateIndex
CREATE INDEX "role_product_product_id_idx" ON "role_product"("product_id");

-- CreateIndex
CREATE INDEX "role_city_city_id_idx" ON "role_city"("city_id");

-- CreateIndex
CREATE UNIQUE INDEX "client_organization_id_name_key" ON "client"("organization_id", "name");

-- CreateIndex
CREATE INDEX "client_member_user_id_idx" ON "client_member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "country_code_key" ON "country"("code");

-- CreateIndex
CREATE INDEX "country_name_idx" ON "country"("name");

-- CreateIndex
CREATE INDEX "city_name_idx" ON "city"("name");

-- CreateIndex
CREATE UNIQUE INDEX "city_country_id_name_key" ON "city"("country_id", "name");

-- CreateIndex
CREATE INDEX "point_city_id_idx" ON "point"("city_id");

-- CreateIndex
CREATE INDEX "point_organization_id_idx" ON "point"("organization_id");

-- CreateIndex
CREATE INDEX "audit_entry_entity_entity_id_id_idx" ON "audit_entry"("entity", "entity_id", "id");

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_at_idx" ON "audit_entry"("organization_id", "at");

-- CreateIndex
CREATE INDEX "audit_entry_actor_id_at_idx" ON "audit_entry"("actor_id", "at");

-- CreateIndex
CREATE INDEX "idempotency_record_expires_at_idx" ON "idempotency_record"("expires_at");

-- CreateIndex
CREATE INDEX "tag_organization_id_value_text_idx" ON "tag"("organization_id", "value_text");

-- CreateIndex
CREATE INDEX "webhook_endpoint_organization_id_idx" ON "webhook_endpoint"("organization_id");

-- CreateIndex
CREATE INDEX "webhook_event_created_at_idx" ON "webhook_event"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_event_order_id_sequence_key" ON "webhook_event"("order_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_delivery_event_id_idx" ON "webhook_delivery"("event_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_status_created_at_idx" ON "webhook_delivery"("endpoint_id", "status", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_attempt_delivery_id_number_key" ON "webhook_attempt"("delivery_id", "number");

-- AddForeignKey
ALTER TABLE "token_family" ADD CONSTRAINT "token_family_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_family_id_fkey" FOREIGN KEY ("family_id") REFERENCES "token_family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_family_id_fkey" FOREIGN KEY ("family_id") REFERENCES "token_family"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier" ADD CONSTRAINT "supplier_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_permission" ADD CONSTRAINT "supplier_permission_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_permission" ADD CONSTRAINT "supplier_permission_permission_name_fkey" FOREIGN KEY ("permission_name") REFERENCES "permission"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "city"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "point"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_banner_id_fkey" FOREIGN KEY ("banner_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_thumbnail_id_fkey" FOREIGN KEY ("thumbnail_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_currency" ADD CONSTRAINT "product_currency_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_currency" ADD CONSTRAINT "product_currency_currency_code_fkey" FOREIGN KEY ("currency_code") REFERENCES "currency"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_point" ADD CONSTRAINT "product_point_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_point" ADD CONSTRAINT "product_point_point_id_fkey" FOREIGN KEY ("point_id") REFERENCES "point"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_category" ADD CONSTRAINT "product_category_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_category" ADD CONSTRAINT "product_category_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_media_id_fkey" FOREIGN KEY ("media_id") REFERENCES "media"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_video" ADD CONSTRAINT "product_video_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_level" ADD CONSTRAINT "service_level_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "price_category" ADD CONSTRAINT "price_category_service_level_id_fkey" FOREIGN KEY ("service_level_id") REFERENCES "service_level"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate" ADD CONSTRAINT "rate_service_level_id_fkey" FOREIGN KEY ("service_level_id") REFERENCES "service_level"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cancellation_penalty" ADD CONSTRAINT "cancellation_penalty_rate_id_fkey" FOREIGN KEY ("rate_id") REFERENCES "rate"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate_category" ADD CONSTRAINT "rate_category_rate_id_fkey" FOREIGN KEY ("rate_id") REFERENCES "rate"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate_category" ADD CONSTRAINT "rate_category_price_category_id_fkey" FOREIGN KEY ("price_category_id") REFERENCES "price_category"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate_price" ADD CONSTRAINT "rate_price_rate_id_fkey" FOREIGN KEY ("rate_id") REFERENCES "rate"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rate_price" ADD CONSTRAINT "rate_price_rate_category_id_fkey" FOREIGN KEY ("rate_category_id") REFERENCES "rate_category"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_service_level_id_fkey" FOREIGN KEY ("service_level_id") REFERENCES "service_level"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "availability" ADD CONSTRAINT "availability_service_level_id_fkey" FOREIGN KEY ("service_level_id") REFERENCES "service_level"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "availability" ADD CONSTRAINT "availability_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedule"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pickup_options" ADD CONSTRAINT "pickup_options_service_level_id_fkey" FOREIGN KEY ("service_level_id") REFERENCES "service_level"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pickup_place" ADD CONSTRAINT "pickup_place_pickup_options_id_fkey" FOREIGN KEY ("pickup_options_id") REFERENCES "pickup_options"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pickup_place" ADD CONSTRAINT "pickup_place_point_id_fkey" FOREIGN KEY ("point_id") REFERENCES "point"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pickup_time" ADD CONSTRAINT "pickup_time_pickup_options_id_fkey" FOREIGN KEY ("pickup_options_id") REFERENCES "pickup_options"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_issuer_id_fkey" FOREIGN KEY ("issuer_id") REFERENCES "user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_contact_person_id_fkey" FOREIGN KEY ("contact_person_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_tour_guide_id_fkey" FOREIGN KEY ("tour_guide_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "city"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_pickup_id_fkey" FOREIGN KEY ("pickup_id") REFERENCES "transfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_dropoff_id_fkey" FOREIGN KEY ("dropoff_id") REFERENCES "transfer"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_service_level_id_fkey" FOREIGN KEY ("service_level_id") REFERENCES "service_level"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_rate_id_fkey" FOREIGN KEY ("rate_id") REFERENCES "rate"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking" ADD CONSTRAINT "booking_availability_id_fkey" FOREIGN KEY ("availability_id") REFERENCES "availability"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passenger" ADD CONSTRAINT "passenger_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_passenger" ADD CONSTRAINT "booking_passenger_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "booking_passenger" ADD CONSTRAINT "booking_passenger_passenger_id_fkey" FOREIGN KEY ("passenger_id") REFERENCES "passenger"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_driver_id_fkey" FOREIGN KEY ("driver_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfer" ADD CONSTRAINT "transfer_point_id_fkey" FOREIGN KEY ("point_id") REFERENCES "point"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_passenger_id_fkey" FOREIGN KEY ("passenger_id") REFERENCES "passenger"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization" ADD CONSTRAINT "organization_currency_code_fkey" FOREIGN KEY ("currency_code") REFERENCES "currency"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_language" ADD CONSTRAINT "organization_language_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "organization_language" ADD CONSTRAINT "organization_language_language_code_fkey" FOREIGN KEY ("language_code") REFERENCES "language"("code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user" ADD CONSTRAINT "user_photo_id_fkey" FOREIGN KEY ("photo_id") REFERENCES "media"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role" ADD CONSTRAINT "role_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role" ADD CONSTRAINT "role_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_permission" ADD CONSTRAINT "role_permission_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_permission" ADD CONSTRAINT "role_permission_permission_name_fkey" FOREIGN KEY ("permission_name") REFERENCES "permission"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_role" ADD CONSTRAINT "user_role_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_product" ADD CONSTRAINT "role_product_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_product" ADD CONSTRAINT "role_product_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_city" ADD CONSTRAINT "role_city_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_city" ADD CONSTRAINT "role_city_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client" ADD CONSTRAINT "client_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_member" ADD CONSTRAINT "client_member_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_member" ADD CONSTRAINT "client_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "city" ADD CONSTRAINT "city_country_id_fkey" FOREIGN KEY ("country_id") REFERENCES "country"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "point" ADD CONSTRAINT "point_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "city"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "point" ADD CONSTRAINT "point_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_record" ADD CONSTRAINT "idempotency_record_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_booking_id_fkey" FOREIGN KEY ("booking_id") REFERENCES "booking"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "category"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_city_id_fkey" FOREIGN KEY ("city_id") REFERENCES "city"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "client"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "product"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_role_id_fkey" FOREIGN KEY ("role_id") REFERENCES "role"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "supplier"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "transfer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tag" ADD CONSTRAINT "tag_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_repeat_of_id_fkey" FOREIGN KEY ("repeat_of_id") REFERENCES "webhook_delivery"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say: generated columns, checks, partial and trigram indexes, triggers.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Columns kept by the database
ALTER TABLE "passenger" DROP COLUMN "full_name",
  ADD COLUMN "full_name" text GENERATED ALWAYS AS (first_name || ' ' || last_name) STORED NOT NULL;
ALTER TABLE "tag" DROP COLUMN "value_text",
  ADD COLUMN "value_text" text GENERATED ALWAYS AS (value #>> '{}') STORED NOT NULL;
ALTER TABLE "availability" DROP COLUMN "remaining",
  ADD COLUMN "remaining" integer GENERATED ALWAYS AS (capacity - booked) STORED NOT NULL;

-- People
create unique index "user_email_key" ON "user" (lower(email));
create unique index "user_username_key" ON "user" (lower(username));
create unique index "organization_language_default_key" ON "organization_language" (organization_id) WHERE is_default;
ALTER TABLE "organization" ADD CONSTRAINT "organization_vat_check" CHECK (vat_percentage BETWEEN 0 AND 100);
ALTER TABLE "country" ADD CONSTRAINT "country_code_check" CHECK (code ~ '^[A-Z]{2}$');
ALTER TABLE "point" ADD CONSTRAINT "point_on_earth_check" CHECK (latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180);

-- Catalogue
ALTER TABLE "service_level" ADD CONSTRAINT "service_level_capacity_check" CHECK (capacity >= 0),
  ADD CONSTRAINT "service_level_offer_check" CHECK (offer_time_start <= offer_time_end);
ALTER TABLE "price_category" ADD CONSTRAINT "price_category_bounds_check" CHECK (minimum >= 0 AND minimum <= maximum AND age_min <= age_max);
create unique index "price_category_default_key" ON "price_category" (service_level_id) WHERE is_default;
ALTER TABLE "rate" ADD CONSTRAINT "rate_validity_check" CHECK (valid_from <= valid_to),
  ADD CONSTRAINT "rate_weekdays_check" CHECK (weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]);
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_validity_check" CHECK (valid_from <= valid_to),
  ADD CONSTRAINT "schedule_weekdays_check" CHECK (weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]),
  ADD CONSTRAINT "schedule_capacity_check" CHECK (capacity >= 0);
ALTER TABLE "cancellation_penalty" ADD CONSTRAINT "cancellation_penalty_percentage_check" CHECK (percentage BETWEEN 0 AND 100);
ALTER TABLE "rate_price" ADD CONSTRAINT "rate_price_amounts_check" CHECK (original >= 0 AND agent >= 0 AND sold >= 0);
create unique index "rate_price_key" ON "rate_price" (rate_id, rate_category_id, currency_code) NULLS NOT DISTINCT;

-- A place is never sold twice, and never given back twice.
ALTER TABLE "availability" ADD CONSTRAINT "availability_places_check" CHECK (booked >= 0 AND booked <= capacity);
create unique index "availability_departure_key" ON "availability" (service_level_id, date, start_time) NULLS NOT DISTINCT;
create index "product_title_trgm_idx" ON "product" USING gin (title gin_trgm_ops);
create index "city_name_trgm_idx" ON "city" USING gin (name gin_trgm_ops);

-- Orders
ALTER TABLE "orders" ADD CONSTRAINT "orders_times_check" CHECK (
    num_nulls(starts_at, ends_at, starts_at_local, ends_at_local) IN (0, 4)),
  ADD CONSTRAINT "orders_booked_check" CHECK (status <> 'Booked' OR booked_at IS NOT NULL),
  ADD CONSTRAINT "orders_totals_check" CHECK (num_nulls(total_original, total_agent, total_sold) IN (0, 3)),
  ADD CONSTRAINT "orders_version_check" CHECK (version >= 1);
create index "orders_hold_idx" ON "orders" (hold_expires_at) WHERE hold_expires_at IS NOT NULL;
ALTER TABLE "booking" ADD CONSTRAINT "booking_places_check" CHECK (quantity > 0 AND places_held BETWEEN 0 AND quantity),
  ADD CONSTRAINT "booking_prices_check" CHECK (num_nulls(original, agent, sold) IN (0, 3));
ALTER TABLE "booking_passenger" ADD CONSTRAINT "booking_passenger_prices_check" CHECK (num_nulls(original, agent, sold) IN (0, 3));
create unique index "passenger_leader_key" ON "passenger" (order_id) WHERE is_leader;
create index "passenger_full_name_trgm_idx" ON "passenger" USING gin (full_name gin_trgm_ops);

-- Tags: each sits on exactly one resource, and its key is there only once for an organization.
ALTER TABLE "tag" ADD CONSTRAINT "tag_target_check" CHECK (
    num_nonnulls(booking_id, category_id, city_id, client_id, order_id, product_id, role_id, supplier_id, transfer_id, user_id) = 1),
  ADD CONSTRAINT "tag_value_check" CHECK (jsonb_typeof(value) IN ('string', 'number'));
create unique index "tag_booking_key" ON "tag" (booking_id, organization_id, key) WHERE booking_id IS NOT NULL;
create unique index "tag_category_key" ON "tag" (category_id, organization_id, key) WHERE category_id IS NOT NULL;
create unique index "tag_city_key" ON "tag" (city_id, organization_id, key) WHERE city_id IS NOT NULL;
create unique index "tag_client_key" ON "tag" (client_id, organization_id, key) WHERE client_id IS NOT NULL;
create unique index "tag_order_key" ON "tag" (order_id, organization_id, key) WHERE order_id IS NOT NULL;
create unique index "tag_product_key" ON "tag" (product_id, organization_id, key) WHERE product_id IS NOT NULL;
create unique index "tag_role_key" ON "tag" (role_id, organization_id, key) WHERE role_id IS NOT NULL;
create unique index "tag_supplier_key" ON "tag" (supplier_id, organization_id, key) WHERE supplier_id IS NOT NULL;
create unique index "tag_transfer_key" ON "tag" (transfer_id, organization_id, key) WHERE transfer_id IS NOT NULL;
create unique index "tag_user_key" ON "tag" (user_id, organization_id, key) WHERE user_id IS NOT NULL;
create index "tag_order_value_trgm_idx" ON "tag" USING gin (value_text gin_trgm_ops) WHERE order_id IS NOT NULL;

-- Who may see an order is kept beside it, so that visibility is one indexed comparison.
CREATE FUNCTION order_viewers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.viewers := ARRAY['o' || NEW.organization_id, 'r' || NEW.role_id, 'c' || NEW.client_id, 'u' || NEW.issuer_id]
    || ARRAY(
      SELECT DISTINCT 'u' || person
      FROM (
        SELECT NEW.contact_person_id AS person UNION SELECT NEW.tour_guide_id
        UNION SELECT driver_id FROM transfer WHERE id IN (NEW.pickup_id, NEW.dropoff_id)
      ) people
      WHERE person IS NOT NULL AND person <> NEW.issuer_id
      ORDER BY 1
    );
  RETURN NEW;
END $$;
CREATE TRIGGER "orders_viewers" BEFORE INSERT OR UPDATE OF organization_id, role_id, client_id, issuer_id, contact_person_id, tour_guide_id, pickup_id, dropoff_id, viewers
  ON "orders" FOR EACH ROW EXECUTE FUNCTION order_viewers();

CREATE FUNCTION transfer_viewers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET viewers = '{}' WHERE pickup_id = NEW.id OR dropoff_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "transfer_viewers" AFTER UPDATE OF driver_id ON "transfer"
  FOR EACH ROW WHEN (NEW.driver_id IS DISTINCT FROM OLD.driver_id) EXECUTE FUNCTION transfer_viewers();
ALTER TABLE "orders" ADD CONSTRAINT "orders_transfers_check" CHECK (pickup_id <> dropoff_id);
ALTER TABLE "media" ADD CONSTRAINT "media_filename_check" CHECK (filename ~ '^[A-Za-z0-9._-]+$');

-- The audit log is written once.
CREATE FUNCTION audit_entry_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are never changed';
END $$;
CREATE TRIGGER "audit_entry_final" BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION audit_entry_is_final();

-- What can be sold on which day.
CREATE VIEW "offer" AS
SELECT a.id AS availability_id, r.id AS rate_id, day.date, sl.product_id, sl.id AS service_level_id, a.start_time, a.remaining
FROM availability a
JOIN service_level sl ON sl.id = a.service_level_id
CROSS JOIN LATERAL (
  SELECT a.date AS date WHERE a.date IS NOT NULL
  UNION ALL
  SELECT generate_series(sl.offer_time_start, sl.offer_time_end, interval '1 day')::date WHERE a.date IS NULL
) day
JOIN rate r ON r.service_level_id = sl.id
  AND (r.valid_from IS NULL OR r.valid_from <= day.date)
  AND (r.valid_to IS NULL OR r.valid_to >= day.date)
  AND (r.weekdays = '{}' OR extract(isodow FROM day.date)::int = ANY (r.weekdays));
