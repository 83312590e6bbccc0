-- Generated from console.json: `npm run generate`.
-- Each part is a column of one statement: the JSON of a root field, with all branches of @include.
-- $name is a value; … is what a request decides: conditions, order and page.

-- ActorName: executed (Query.person: has no plan)

-- AddAbsence: executed (Mutation.addAbsence: has no plan)

-- AddOrderNote: executed (Mutation.addOrderNote: has no plan)

-- Assignable: one statement

-- drivers
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id",
            t1."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- tourGuides
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t3."id" AS "id",
            t3."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t3 ON (t3."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- contactPersons
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t5."id" AS "id",
            t5."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t5 ON (t5."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- AssignmentClashes: executed (Query.assignmentClashes: has no plan)

-- AuditLog: executed (Query.auditLog: has no plan)

-- Batch: executed (Query.batch: has no plan)

-- BatchNews: executed (a subscription is not compiled)

-- BatchRowChanges: executed (Query.batch: has no plan)

-- Batches: executed (Query.batches: has no plan)

-- BookableDepartures: executed (Query.bookableDepartures: has no plan)

-- BookingQuote: executed (Query.bookingQuote: has no plan)

-- CancelBatch: executed (Mutation.cancelBatch: has no plan)

-- CancellationTerms: executed (Query.cancellationTerms: has no plan)

-- Catalogue: executed (Query.catalogue: has no plan)

-- CatalogueCalendar: executed (Query.catalogueProduct: has no plan)

-- CatalogueFacets: executed (Query.catalogueCities: has no plan)

-- CatalogueProduct: executed (Query.catalogueProduct: has no plan)

-- ChangeAbsence: executed (Mutation.changeAbsence: has no plan)

-- ChangeDispatchRules: executed (Mutation.changeDispatchRules: has no plan)

-- ChangeHold: a mutation, answered by one statement

-- changeHold.order
SELECT
  (
    SELECT
      row_to_json(t4.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          t1."version" AS "version",
          t1."status" AS "status",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t3.*)
                  FROM
                    (
                      SELECT
                        to_char(t2."hold_expires_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "holdExpiresAt"
                      FROM
                        "booking" t2
                      WHERE
                        t2."order_id" = t1."id"
                      ORDER BY
                        t2."id" ASC
                    ) t3
                )
              )
          ) AS "bookings"
      ) t4
  )
FROM
  "orders" t1
WHERE
  (t1."id") = (…);

-- ChangeOrderNote: executed (Mutation.changeOrderNote: has no plan)

-- ChangeOrderTags: executed (Mutation.editOrderTags: has no plan)

-- ChangeProductTimes: executed (Mutation.changeProductTimes: has no plan)

-- ChangeUserRoles: executed (Mutation.changeUserRoles: has no plan)

-- ChooseLanguage: executed (Mutation.chooseLanguage: has no plan)

-- CityChoices: one statement, after a preflight query for some requests

-- cities
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id",
            coalesce((t1."translations" -> $lang::text) ->> 'name', t1."name") AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "city" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- ClientChoices: executed (Query.clients: has no plan)

-- CountOrders: one statement, after a preflight query

-- ordersMeta
SELECT
  (
    SELECT
      row_to_json(t1.*)
    FROM
      (
        SELECT
          n.total AS "total"
      ) t1
  )
FROM
  (…) n;

-- CreateCrewCalendar: executed (Mutation.createCrewCalendar: has no plan)

-- CreateCrewLink: executed (Mutation.createCrewLink: has no plan)

-- CreateOrderView: executed (Mutation.createSavedView: has no plan)

-- CreateOwnCrewCalendar: executed (Mutation.createOwnCrewCalendar: has no plan)

-- CreateRole: executed (Mutation.createRole: has no plan)

-- CreateServiceAccount: executed (Mutation.createServiceAccount: has no plan)

-- CreateServiceToken: executed (Mutation.createServiceToken: has no plan)

-- CreateWebhookEndpoint: executed (Mutation.createWebhookEndpoint: has no plan)

-- Crew: one statement

-- drivers
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id",
            t1."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- tourGuides
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t3."id" AS "id",
            t3."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t3 ON (t3."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- CrewAccess: executed (Query.crewAccess: has no plan)

-- CrewDay: executed (Query.crewDay: has no plan)

-- CrewNews: executed (a subscription is not compiled)

-- DeleteAbsence: executed (Mutation.deleteAbsence: has no plan)

-- DeleteOrderNote: executed (Mutation.deleteOrderNote: has no plan)

-- DeleteRole: executed (Mutation.deleteRole: has no plan)

-- DeleteView: executed (Mutation.deleteSavedView: has no plan)

-- DeleteWebhookEndpoint: executed (Mutation.deleteWebhookEndpoint: has no plan)

-- DisableServiceAccount: executed (Mutation.disableServiceAccount: has no plan)

-- DisableUser: executed (Mutation.disableUser: has no plan)

-- DisableWebhookEndpoint: executed (Mutation.disableWebhookEndpoint: has no plan)

-- DiscardDispatch: executed (Mutation.discardDispatch: has no plan)

-- DispatchBoard: executed (Query.dispatchBoard: has no plan)

-- DispatchDraft: executed (Query.dispatchDraft: has no plan)

-- DispatchDraftNews: executed (a subscription is not compiled)

-- DispatchManifest: executed (Query.dispatchBoard: has no plan)

-- DispatchRules: executed (Query.dispatchRules: has no plan)

-- DraftDispatch: executed (Mutation.draftDispatch: has no plan)

-- EditTags: executed (Mutation.removeTags: has no plan)

-- EnableServiceAccount: executed (Mutation.enableServiceAccount: has no plan)

-- EnableUser: executed (Mutation.enableUser: has no plan)

-- EnableWebhookEndpoint: executed (Mutation.enableWebhookEndpoint: has no plan)

-- EndCrewAccess: executed (Mutation.endCrewAccess: has no plan)

-- ErasePersonalData: executed (Mutation.erasePersonalData: has no plan)

-- EraseWebhookBodies: executed (Mutation.eraseWebhookBodies: has no plan)

-- ExchangeCrewLink: executed (Mutation.exchangeCrewLink: has no plan)

-- ExportPersonalData: executed (Mutation.exportPersonalData: has no plan)

-- GivablePermissions: executed (Query.permissions: has no plan)

-- HandOver: executed (Query.handOver: has no plan)

-- HoldPlaces: a mutation, answered by one statement

-- bookOrder.order
SELECT
  (
    SELECT
      row_to_json(t4.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          t1."version" AS "version",
          t1."status" AS "status",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t3.*)
                  FROM
                    (
                      SELECT
                        to_char(t2."hold_expires_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "holdExpiresAt"
                      FROM
                        "booking" t2
                      WHERE
                        t2."order_id" = t1."id"
                      ORDER BY
                        t2."id" ASC
                    ) t3
                )
              )
          ) AS "bookings"
      ) t4
  )
FROM
  "orders" t1
WHERE
  (t1."id") = (…);

-- InviteUser: executed (Mutation.inviteUser: has no plan)

-- InviteUserByMail: executed (Mutation.inviteUserByMail: has no plan)

-- Mailbox: executed (Query.mailboxMails: has no plan)

-- MailboxMail: executed (Query.mailboxMail: has no plan)

-- MarkCrewJobsSeen: executed (Mutation.markCrewJobsSeen: has no plan)

-- MayChangeOrder: executed (Query.orderOptions: has no plan)

-- MentioningNotes: executed (Query.mentioningNotes: has no plan)

-- NoteReaders: executed (Query.noteReaders: has no plan)

-- Order: one statement, after a preflight query for some requests

-- order
SELECT
  (
    SELECT
      row_to_json(t123.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          t1."version" AS "version",
          t1."status" AS "status",
          t1."reference_code" AS "referenceCode",
          to_char(t1."starts_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startsAt",
          to_char(t1."starts_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "startsAtLocal",
          to_char(t1."ends_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "endsAt",
          to_char(t1."ends_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "endsAtLocal",
          t1."time_zone" AS "timeZone",
          to_char(t1."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
          to_char(t1."booked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "bookedAt",
          to_char(t1."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
          (
            SELECT
              row_to_json(t5.*)
            FROM
              (
                SELECT
                  coalesce((t2."translations" -> $lang::text) ->> 'name', t2."name") AS "name",
                  (
                    SELECT
                      row_to_json(t4.*)
                    FROM
                      (
                        SELECT
                          coalesce((t3."translations" -> $lang::text) ->> 'name', t3."name") AS "name"
                        FROM
                          "country" t3
                        WHERE
                          t3."id" = t2."country_id"
                      ) t4
                  ) AS "country"
                FROM
                  "city" t2
                WHERE
                  t2."id" = t1."city_id"
              ) t5
          ) AS "city",
          (
            SELECT
              row_to_json(t7.*)
            FROM
              (
                SELECT
                  t6."id" AS "id",
                  t6."name" AS "name",
                  t6."description" AS "description"
                FROM
                  "client" t6
                WHERE
                  t6."id" = t1."client_id"
              ) t7
          ) AS "client",
          (
            SELECT
              row_to_json(t9.*)
            FROM
              (
                SELECT
                  t8."id" AS "id",
                  t8."name" AS "name"
                FROM
                  "supplier" t8
                WHERE
                  t8."id" = t1."supplier_id"
              ) t9
          ) AS "supplier",
          (
            SELECT
              row_to_json(t13.*)
            FROM
              (
                SELECT
                  t10."id" AS "id",
                  t10."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t10."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t10."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t12.*)
                          FROM
                            (
                              SELECT
                                t11."key" AS "key",
                                CASE
                                  WHEN t11."value" < '-1.8e308'
                                  OR t11."value" >= '1e-6'
                                  AND t11."value" < '1e21' THEN to_json(t11."value")
                                  ELSE CASE
                                    WHEN t11."value"::numeric = 0
                                    OR abs(t11."value"::numeric) >= 1e-6
                                    AND abs(t11."value"::numeric) < 1e21 THEN to_json(trim_scale(t11."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t11."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t11
                              WHERE
                                t11."user_id" = t10."id"
                                AND (t11."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t11."id" ASC
                            ) t12
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t10
                WHERE
                  t10."id" = t1."issuer_id"
              ) t13
          ) AS "issuer",
          (
            SELECT
              row_to_json(t17.*)
            FROM
              (
                SELECT
                  t14."id" AS "id",
                  t14."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t14."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t14."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t16.*)
                          FROM
                            (
                              SELECT
                                t15."key" AS "key",
                                CASE
                                  WHEN t15."value" < '-1.8e308'
                                  OR t15."value" >= '1e-6'
                                  AND t15."value" < '1e21' THEN to_json(t15."value")
                                  ELSE CASE
                                    WHEN t15."value"::numeric = 0
                                    OR abs(t15."value"::numeric) >= 1e-6
                                    AND abs(t15."value"::numeric) < 1e21 THEN to_json(trim_scale(t15."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t15."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t15
                              WHERE
                                t15."user_id" = t14."id"
                                AND (t15."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t15."id" ASC
                            ) t16
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t14
                WHERE
                  t14."id" = t1."contact_person_id"
              ) t17
          ) AS "contactPerson",
          (
            SELECT
              row_to_json(t21.*)
            FROM
              (
                SELECT
                  t18."id" AS "id",
                  t18."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t18."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t18."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t20.*)
                          FROM
                            (
                              SELECT
                                t19."key" AS "key",
                                CASE
                                  WHEN t19."value" < '-1.8e308'
                                  OR t19."value" >= '1e-6'
                                  AND t19."value" < '1e21' THEN to_json(t19."value")
                                  ELSE CASE
                                    WHEN t19."value"::numeric = 0
                                    OR abs(t19."value"::numeric) >= 1e-6
                                    AND abs(t19."value"::numeric) < 1e21 THEN to_json(trim_scale(t19."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t19."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t19
                              WHERE
                                t19."user_id" = t18."id"
                                AND (t19."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t19."id" ASC
                            ) t20
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t18
                WHERE
                  t18."id" = t1."tour_guide_id"
              ) t21
          ) AS "tourGuide",
          (
            SELECT
              row_to_json(t34.*)
            FROM
              (
                SELECT
                  t22."id" AS "id",
                  t22."date" AS "date",
                  left(t22."time"::text, 8) AS "time",
                  (
                    SELECT
                      row_to_json(t26.*)
                    FROM
                      (
                        SELECT
                          t23."id" AS "id",
                          t23."name" AS "name",
                          coalesce(
                            (
                              SELECT
                                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                              FROM
                                media m
                              WHERE
                                m.id = t23."photo_id"
                            ),
                            $apiUrl::text || '/avatars/' || t23."id" || '.svg'
                          ) AS "profilePhotoUrl",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t25.*)
                                  FROM
                                    (
                                      SELECT
                                        t24."key" AS "key",
                                        CASE
                                          WHEN t24."value" < '-1.8e308'
                                          OR t24."value" >= '1e-6'
                                          AND t24."value" < '1e21' THEN to_json(t24."value")
                                          ELSE CASE
                                            WHEN t24."value"::numeric = 0
                                            OR abs(t24."value"::numeric) >= 1e-6
                                            AND abs(t24."value"::numeric) < 1e21 THEN to_json(trim_scale(t24."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t24."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t24
                                      WHERE
                                        t24."user_id" = t23."id"
                                        AND (t24."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t24."id" ASC
                                    ) t25
                                )
                              )
                          ) AS "tags"
                        FROM
                          "user" t23
                        WHERE
                          t23."id" = t22."driver_id"
                      ) t26
                  ) AS "driver",
                  (
                    SELECT
                      row_to_json(t31.*)
                    FROM
                      (
                        SELECT
                          (
                            SELECT
                              row_to_json(t30.*)
                            FROM
                              (
                                SELECT
                                  t27."id" AS "id",
                                  t27."address" AS "address",
                                  trim_scale(t27."latitude") AS "latitude",
                                  trim_scale(t27."longitude") AS "longitude",
                                  (
                                    SELECT
                                      row_to_json(t29.*)
                                    FROM
                                      (
                                        SELECT
                                          coalesce((t28."translations" -> $lang::text) ->> 'name', t28."name") AS "name"
                                        FROM
                                          "city" t28
                                        WHERE
                                          t28."id" = t27."city_id"
                                      ) t29
                                  ) AS "city"
                                FROM
                                  "point" t27
                                WHERE
                                  t27."id" = t22."point_id"
                              ) t30
                          ) AS "point"
                      ) t31
                  ) AS "location",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t33.*)
                          FROM
                            (
                              SELECT
                                t32."key" AS "key",
                                CASE
                                  WHEN t32."value" < '-1.8e308'
                                  OR t32."value" >= '1e-6'
                                  AND t32."value" < '1e21' THEN to_json(t32."value")
                                  ELSE CASE
                                    WHEN t32."value"::numeric = 0
                                    OR abs(t32."value"::numeric) >= 1e-6
                                    AND abs(t32."value"::numeric) < 1e21 THEN to_json(trim_scale(t32."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t32."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t32
                              WHERE
                                t32."transfer_id" = t22."id"
                              ORDER BY
                                t32."id" ASC
                            ) t33
                        )
                      )
                  ) AS "tags"
                FROM
                  "transfer" t22
                WHERE
                  t22."id" = t1."pickup_id"
              ) t34
          ) AS "pickup",
          (
            SELECT
              row_to_json(t47.*)
            FROM
              (
                SELECT
                  t35."id" AS "id",
                  t35."date" AS "date",
                  left(t35."time"::text, 8) AS "time",
                  (
                    SELECT
                      row_to_json(t39.*)
                    FROM
                      (
                        SELECT
                          t36."id" AS "id",
                          t36."name" AS "name",
                          coalesce(
                            (
                              SELECT
                                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                              FROM
                                media m
                              WHERE
                                m.id = t36."photo_id"
                            ),
                            $apiUrl::text || '/avatars/' || t36."id" || '.svg'
                          ) AS "profilePhotoUrl",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t38.*)
                                  FROM
                                    (
                                      SELECT
                                        t37."key" AS "key",
                                        CASE
                                          WHEN t37."value" < '-1.8e308'
                                          OR t37."value" >= '1e-6'
                                          AND t37."value" < '1e21' THEN to_json(t37."value")
                                          ELSE CASE
                                            WHEN t37."value"::numeric = 0
                                            OR abs(t37."value"::numeric) >= 1e-6
                                            AND abs(t37."value"::numeric) < 1e21 THEN to_json(trim_scale(t37."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t37."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t37
                                      WHERE
                                        t37."user_id" = t36."id"
                                        AND (t37."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t37."id" ASC
                                    ) t38
                                )
                              )
                          ) AS "tags"
                        FROM
                          "user" t36
                        WHERE
                          t36."id" = t35."driver_id"
                      ) t39
                  ) AS "driver",
                  (
                    SELECT
                      row_to_json(t44.*)
                    FROM
                      (
                        SELECT
                          (
                            SELECT
                              row_to_json(t43.*)
                            FROM
                              (
                                SELECT
                                  t40."id" AS "id",
                                  t40."address" AS "address",
                                  trim_scale(t40."latitude") AS "latitude",
                                  trim_scale(t40."longitude") AS "longitude",
                                  (
                                    SELECT
                                      row_to_json(t42.*)
                                    FROM
                                      (
                                        SELECT
                                          coalesce((t41."translations" -> $lang::text) ->> 'name', t41."name") AS "name"
                                        FROM
                                          "city" t41
                                        WHERE
                                          t41."id" = t40."city_id"
                                      ) t42
                                  ) AS "city"
                                FROM
                                  "point" t40
                                WHERE
                                  t40."id" = t35."point_id"
                              ) t43
                          ) AS "point"
                      ) t44
                  ) AS "location",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t46.*)
                          FROM
                            (
                              SELECT
                                t45."key" AS "key",
                                CASE
                                  WHEN t45."value" < '-1.8e308'
                                  OR t45."value" >= '1e-6'
                                  AND t45."value" < '1e21' THEN to_json(t45."value")
                                  ELSE CASE
                                    WHEN t45."value"::numeric = 0
                                    OR abs(t45."value"::numeric) >= 1e-6
                                    AND abs(t45."value"::numeric) < 1e21 THEN to_json(trim_scale(t45."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t45."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t45
                              WHERE
                                t45."transfer_id" = t35."id"
                              ORDER BY
                                t45."id" ASC
                            ) t46
                        )
                      )
                  ) AS "tags"
                FROM
                  "transfer" t35
                WHERE
                  t35."id" = t1."dropoff_id"
              ) t47
          ) AS "dropoff",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t52.*)
                  FROM
                    (
                      SELECT
                        t48."id" AS "id",
                        t48."is_leader" AS "isLeader",
                        t48."first_name" AS "firstName",
                        t48."last_name" AS "lastName",
                        t48."gender" AS "gender",
                        t48."email" AS "email",
                        t48."phone_country_code" AS "phoneCountryCode",
                        t48."phone_number" AS "phoneNumber",
                        t48."whatsapp_number" AS "whatsappNumber",
                        (
                          SELECT
                            row_to_json(t51.*)
                          FROM
                            (
                              SELECT
                                coalesce(nullif(((t49.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t49.value -> 'title')) AS "title",
                                (
                                  SELECT
                                    row_to_json(t50.*)
                                  FROM
                                    (
                                      SELECT
                                        (t49.value -> 'ageMin') AS "min",
                                        (t49.value -> 'ageMax') AS "max"
                                    ) t50
                                ) AS "ageRange"
                              FROM
                                (
                                  SELECT
                                    t48."price_category" #> '{}' AS value
                                  OFFSET
                                    0
                                ) t49
                              WHERE
                                jsonb_typeof(t49.value) = 'object'
                            ) t51
                        ) AS "priceCategory"
                      FROM
                        "passenger" t48
                      WHERE
                        t48."order_id" = t1."id"
                      ORDER BY
                        t48."is_leader" DESC,
                        t48."position" ASC,
                        t48."id" ASC
                    ) t52
                )
              )
          ) AS "passengers",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t79.*)
                  FROM
                    (
                      SELECT
                        t53."id" AS "id",
                        t53."service_level_id" AS "serviceLevelId",
                        t53."status" AS "status",
                        t53."quantity" AS "quantity",
                        (
                          SELECT
                            row_to_json(t54.*)
                          FROM
                            (
                              SELECT
                                t53."date" AS "date",
                                left(t53."start_time"::text, 8) AS "startTime"
                            ) t54
                        ) AS "availability",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t66.*)
                                FROM
                                  (
                                    SELECT
                                      t55."passenger_id" AS "passengerId",
                                      t55."status" AS "status",
                                      (
                                        SELECT
                                          row_to_json(t65.*)
                                        FROM
                                          (
                                            SELECT
                                              (
                                                CASE
                                                  WHEN t55."original" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t58.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."original") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t57.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t56."code" AS "code"
                                                                FROM
                                                                  "currency" t56
                                                                WHERE
                                                                  t56."code" = t55."currency_code"
                                                              ) t57
                                                          ) AS "currency"
                                                      ) t58
                                                  )
                                                END
                                              ) AS "original",
                                              (
                                                CASE
                                                  WHEN t55."agent" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t61.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."agent") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t60.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t59."code" AS "code"
                                                                FROM
                                                                  "currency" t59
                                                                WHERE
                                                                  t59."code" = t55."currency_code"
                                                              ) t60
                                                          ) AS "currency"
                                                      ) t61
                                                  )
                                                END
                                              ) AS "agent",
                                              (
                                                CASE
                                                  WHEN t55."sold" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t64.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."sold") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t63.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t62."code" AS "code"
                                                                FROM
                                                                  "currency" t62
                                                                WHERE
                                                                  t62."code" = t55."currency_code"
                                                              ) t63
                                                          ) AS "currency"
                                                      ) t64
                                                  )
                                                END
                                              ) AS "sold"
                                          ) t65
                                      ) AS "prices"
                                    FROM
                                      "booking_passenger" t55
                                    WHERE
                                      t55."booking_id" = t53."id"
                                    ORDER BY
                                      t55."passenger_id" ASC
                                  ) t66
                              )
                            )
                        ) AS "passengers",
                        (
                          SELECT
                            row_to_json(t76.*)
                          FROM
                            (
                              SELECT
                                (
                                  CASE
                                    WHEN t53."original" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t69.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."original") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t68.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t67."code" AS "code"
                                                  FROM
                                                    "currency" t67
                                                  WHERE
                                                    t67."code" = t53."currency_code"
                                                ) t68
                                            ) AS "currency"
                                        ) t69
                                    )
                                  END
                                ) AS "original",
                                (
                                  CASE
                                    WHEN t53."agent" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t72.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."agent") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t71.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t70."code" AS "code"
                                                  FROM
                                                    "currency" t70
                                                  WHERE
                                                    t70."code" = t53."currency_code"
                                                ) t71
                                            ) AS "currency"
                                        ) t72
                                    )
                                  END
                                ) AS "agent",
                                (
                                  CASE
                                    WHEN t53."sold" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t75.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."sold") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t74.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t73."code" AS "code"
                                                  FROM
                                                    "currency" t73
                                                  WHERE
                                                    t73."code" = t53."currency_code"
                                                ) t74
                                            ) AS "currency"
                                        ) t75
                                    )
                                  END
                                ) AS "sold"
                            ) t76
                        ) AS "prices",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t78.*)
                                FROM
                                  (
                                    SELECT
                                      t77."key" AS "key",
                                      CASE
                                        WHEN t77."value" < '-1.8e308'
                                        OR t77."value" >= '1e-6'
                                        AND t77."value" < '1e21' THEN to_json(t77."value")
                                        ELSE CASE
                                          WHEN t77."value"::numeric = 0
                                          OR abs(t77."value"::numeric) >= 1e-6
                                          AND abs(t77."value"::numeric) < 1e21 THEN to_json(trim_scale(t77."value"::numeric::float8::text::numeric))
                                          ELSE regexp_replace(t77."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                        END
                                      END AS "value"
                                    FROM
                                      "tag" t77
                                    WHERE
                                      t77."booking_id" = t53."id"
                                    ORDER BY
                                      t77."id" ASC
                                  ) t78
                              )
                            )
                        ) AS "tags"
                      FROM
                        "booking" t53
                      WHERE
                        t53."order_id" = t1."id"
                      ORDER BY
                        t53."id" ASC
                    ) t79
                )
              )
          ) AS "bookings",
          (
            SELECT
              row_to_json(t107.*)
            FROM
              (
                SELECT
                  (
                    SELECT
                      row_to_json(t90.*)
                    FROM
                      (
                        SELECT
                          (t81.value -> 'id') AS "id",
                          coalesce(nullif(((t81.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t81.value -> 'title')) AS "title",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                            (t81.value -> 'description')
                          ) AS "description",
                          array_to_json(
                            ARRAY(
                              SELECT
                                jsonb_array_elements(
                                  coalesce(
                                    nullif(((t81.value -> 'translations') -> $lang::text) -> 'highlights', 'null'),
                                    (t81.value -> 'highlights')
                                  )
                                )
                            )
                          ) AS "highlights",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'knowBeforeYouGo', 'null'),
                            (t81.value -> 'knowBeforeYouGo')
                          ) AS "knowBeforeYouGo",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'whatToBring', 'null'),
                            (t81.value -> 'whatToBring')
                          ) AS "whatToBring",
                          array_to_json(
                            ARRAY(
                              SELECT
                                jsonb_array_elements((t81.value -> 'labels'))
                            )
                          ) AS "labels",
                          (
                            SELECT
                              row_to_json(t83.*)
                            FROM
                              (
                                SELECT
                                  ($apiUrl::text || '/media/' || (t82.value ->> 'storageKey') || '/' || (t82.value ->> 'filename')) AS "url"
                                FROM
                                  (
                                    SELECT
                                      (t81.value -> 'thumbnail') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t82
                                WHERE
                                  jsonb_typeof(t82.value) = 'object'
                              ) t83
                          ) AS "thumbnail",
                          (
                            SELECT
                              row_to_json(t85.*)
                            FROM
                              (
                                SELECT
                                  (t84.value -> 'name') AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t81.value -> 'distributor') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t84
                                WHERE
                                  jsonb_typeof(t84.value) = 'object'
                              ) t85
                          ) AS "distributor",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t87.*)
                                  FROM
                                    (
                                      SELECT
                                        (t86.value -> 'id') AS "id",
                                        coalesce(nullif(((t86.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t86.value -> 'title')) AS "title"
                                      FROM
                                        jsonb_array_elements((t81.value -> 'categories')) WITH ORDINALITY t86 (value, ordinality)
                                      ORDER BY
                                        t86.ordinality
                                    ) t87
                                )
                              )
                          ) AS "categories",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t89.*)
                                  FROM
                                    (
                                      SELECT
                                        t88."key" AS "key",
                                        CASE
                                          WHEN t88."value" < '-1.8e308'
                                          OR t88."value" >= '1e-6'
                                          AND t88."value" < '1e21' THEN to_json(t88."value")
                                          ELSE CASE
                                            WHEN t88."value"::numeric = 0
                                            OR abs(t88."value"::numeric) >= 1e-6
                                            AND abs(t88."value"::numeric) < 1e21 THEN to_json(trim_scale(t88."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t88."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t88
                                      WHERE
                                        t88."product_id" = ((t81.value ->> 'id'))::bigint
                                        AND t88."organization_id" = ANY ($organizationIds::int8[])
                                      ORDER BY
                                        t88."id" ASC
                                    ) t89
                                )
                              )
                          ) AS "tags"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'product') #> '{}' AS value
                            OFFSET
                              0
                          ) t81
                        WHERE
                          jsonb_typeof(t81.value) = 'object'
                      ) t90
                  ) AS "product",
                  (
                    SELECT
                      row_to_json(t93.*)
                    FROM
                      (
                        SELECT
                          coalesce(nullif(((t91.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t91.value -> 'title')) AS "title",
                          coalesce(
                            nullif(((t91.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                            (t91.value -> 'description')
                          ) AS "description",
                          (t91.value -> 'availabilityType') AS "availabilityType",
                          (t91.value -> 'pricingType') AS "pricingType",
                          coalesce(
                            nullif(((t91.value -> 'translations') -> $lang::text) -> 'businessHours', 'null'),
                            (t91.value -> 'businessHours')
                          ) AS "businessHours",
                          (t91.value -> 'hasPickup') AS "hasPickup",
                          (t91.value -> 'hasDropOff') AS "hasDropOff",
                          (t91.value -> 'hasTourGuide') AS "hasTourGuide",
                          (
                            SELECT
                              row_to_json(t92.*)
                            FROM
                              (
                                SELECT
                                  coalesce(
                                    nullif(((t91.value -> 'translations') -> $lang::text) -> 'durationDescription', 'null'),
                                    (t91.value -> 'durationDescription')
                                  ) AS "description"
                              ) t92
                          ) AS "duration"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'serviceLevel') #> '{}' AS value
                            OFFSET
                              0
                          ) t91
                        WHERE
                          jsonb_typeof(t91.value) = 'object'
                      ) t93
                  ) AS "serviceLevel",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t98.*)
                          FROM
                            (
                              SELECT
                                (t94.value -> 'id') AS "id",
                                coalesce(nullif(((t94.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t94.value -> 'title')) AS "title",
                                (
                                  SELECT
                                    row_to_json(t97.*)
                                  FROM
                                    (
                                      SELECT
                                        coalesce(
                                          nullif(((t94.value -> 'translations') -> $lang::text) -> 'cancellationDescription', 'null'),
                                          (t94.value -> 'cancellationDescription')
                                        ) AS "description",
                                        (
                                          SELECT
                                            array_to_json(
                                              ARRAY(
                                                SELECT
                                                  row_to_json(t96.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      (t95.value -> 'id') AS "id",
                                                      trim_scale(((t95.value -> 'percentage') #>> '{}')::numeric) AS "percentage"
                                                    FROM
                                                      jsonb_array_elements((t94.value -> 'penalties')) WITH ORDINALITY t95 (value, ordinality)
                                                    ORDER BY
                                                      t95.ordinality
                                                  ) t96
                                              )
                                            )
                                        ) AS "penalties"
                                    ) t97
                                ) AS "cancellationPolicies"
                              FROM
                                jsonb_array_elements((t80.value -> 'rates')) WITH ORDINALITY t94 (value, ordinality)
                              ORDER BY
                                t94.ordinality
                            ) t98
                        )
                      )
                  ) AS "rates",
                  (
                    SELECT
                      row_to_json(t100.*)
                    FROM
                      (
                        SELECT
                          (t99.value -> 'passExpirationDate') AS "passExpirationDate",
                          (t99.value -> 'passExpirationMinutesAfterBooking') AS "passExpirationMinutesAfterBooking"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'rate') #> '{}' AS value
                            OFFSET
                              0
                          ) t99
                        WHERE
                          jsonb_typeof(t99.value) = 'object'
                      ) t100
                  ) AS "rate",
                  (
                    SELECT
                      row_to_json(t106.*)
                    FROM
                      (
                        SELECT
                          (t101.value -> 'address') AS "address",
                          trim_scale(((t101.value -> 'latitude') #>> '{}')::numeric) AS "latitude",
                          trim_scale(((t101.value -> 'longitude') #>> '{}')::numeric) AS "longitude",
                          (
                            SELECT
                              row_to_json(t103.*)
                            FROM
                              (
                                SELECT
                                  coalesce(nullif(((t102.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t102.value -> 'name')) AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t101.value -> 'city') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t102
                                WHERE
                                  jsonb_typeof(t102.value) = 'object'
                              ) t103
                          ) AS "city",
                          (
                            SELECT
                              row_to_json(t105.*)
                            FROM
                              (
                                SELECT
                                  coalesce(nullif(((t104.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t104.value -> 'name')) AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t101.value -> 'country') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t104
                                WHERE
                                  jsonb_typeof(t104.value) = 'object'
                              ) t105
                          ) AS "country"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'startingPoint') #> '{}' AS value
                            OFFSET
                              0
                          ) t101
                        WHERE
                          jsonb_typeof(t101.value) = 'object'
                      ) t106
                  ) AS "startingPoint"
                FROM
                  (
                    SELECT
                      t1."booked_details" #> '{}' AS value
                    OFFSET
                      0
                  ) t80
                WHERE
                  jsonb_typeof(t80.value) = 'object'
              ) t107
          ) AS "bookedDetails",
          (
            SELECT
              row_to_json(t117.*)
            FROM
              (
                SELECT
                  (
                    CASE
                      WHEN t1."total_original" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t110.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_original") AS "amount",
                              (
                                SELECT
                                  row_to_json(t109.*)
                                FROM
                                  (
                                    SELECT
                                      t108."code" AS "code"
                                    FROM
                                      "currency" t108
                                    WHERE
                                      t108."code" = t1."currency_code"
                                  ) t109
                              ) AS "currency"
                          ) t110
                      )
                    END
                  ) AS "original",
                  (
                    CASE
                      WHEN t1."total_agent" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t113.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_agent") AS "amount",
                              (
                                SELECT
                                  row_to_json(t112.*)
                                FROM
                                  (
                                    SELECT
                                      t111."code" AS "code"
                                    FROM
                                      "currency" t111
                                    WHERE
                                      t111."code" = t1."currency_code"
                                  ) t112
                              ) AS "currency"
                          ) t113
                      )
                    END
                  ) AS "agent",
                  (
                    CASE
                      WHEN t1."total_sold" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t116.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_sold") AS "amount",
                              (
                                SELECT
                                  row_to_json(t115.*)
                                FROM
                                  (
                                    SELECT
                                      t114."code" AS "code"
                                    FROM
                                      "currency" t114
                                    WHERE
                                      t114."code" = t1."currency_code"
                                  ) t115
                              ) AS "currency"
                          ) t116
                      )
                    END
                  ) AS "sold"
              ) t117
          ) AS "totalPrices",
          (
            SELECT
              row_to_json(t118.*)
            FROM
              (
                SELECT
                  trim_scale(t1."vat_percentage") AS "percentage",
                  t1."vat_type" AS "type"
              ) t118
          ) AS "vat",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t120.*)
                  FROM
                    (
                      SELECT
                        t119."key" AS "key",
                        CASE
                          WHEN t119."value" < '-1.8e308'
                          OR t119."value" >= '1e-6'
                          AND t119."value" < '1e21' THEN to_json(t119."value")
                          ELSE CASE
                            WHEN t119."value"::numeric = 0
                            OR abs(t119."value"::numeric) >= 1e-6
                            AND abs(t119."value"::numeric) < 1e21 THEN to_json(trim_scale(t119."value"::numeric::float8::text::numeric))
                            ELSE regexp_replace(t119."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                          END
                        END AS "value"
                      FROM
                        "tag" t119
                      WHERE
                        t119."order_id" = t1."id"
                      ORDER BY
                        t119."id" ASC
                    ) t120
                )
              )
          ) AS "tags",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t122.*)
                  FROM
                    (
                      SELECT
                        t121."id" AS "id",
                        t121."filename" AS "filename",
                        ($apiUrl::text || '/tickets/' || t121."address_key" || '/' || t121."filename") AS "url"
                      FROM
                        "ticket" t121
                      WHERE
                        t121."order_id" = t1."id"
                      ORDER BY
                        t121."id" ASC
                    ) t122
                )
              )
          ) AS "tickets"
      ) t123
  )
FROM
  "orders" t1
WHERE
  (t1."id") = (…);

-- OrderChanges: executed (Query.orderChanges: has no plan)

-- OrderCrew: executed (Order.crew: has no SQL resolver)

-- OrderEvents: executed (Query.webhookEvents: has no plan)

-- OrderIds: one statement, after a preflight query

-- orders
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "orders" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- OrderNews: executed (a subscription is not compiled)

-- OrderNoteNews: executed (a subscription is not compiled)

-- OrderNotes: executed (Query.orderNotes: has no plan)

-- OrderOptions: executed (Query.orderOptions: has no plan)

-- OrderTimeline: executed (Query.orderTimeline: has no plan)

-- OrderViews: executed (Query.savedViews: has no plan)

-- Orders: one statement, after a preflight query

-- orders
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id",
            t1."status" AS "status",
            t1."reference_code" AS "referenceCode",
            to_char(t1."starts_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startsAt",
            to_char(t1."starts_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "startsAtLocal",
            t1."time_zone" AS "timeZone",
            to_char(t1."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
            to_char(t1."booked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "bookedAt",
            (
              SELECT
                row_to_json(t3.*)
              FROM
                (
                  SELECT
                    coalesce((t2."translations" -> $lang::text) ->> 'name', t2."name") AS "name"
                  FROM
                    "city" t2
                  WHERE
                    t2."id" = t1."city_id"
                ) t3
            ) AS "city",
            (
              SELECT
                row_to_json(t5.*)
              FROM
                (
                  SELECT
                    t4."name" AS "name"
                  FROM
                    "client" t4
                  WHERE
                    t4."id" = t1."client_id"
                ) t5
            ) AS "client",
            (
              SELECT
                row_to_json(t11.*)
              FROM
                (
                  SELECT
                    (
                      SELECT
                        row_to_json(t8.*)
                      FROM
                        (
                          SELECT
                            coalesce(nullif(((t7.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t7.value -> 'title')) AS "title"
                          FROM
                            (
                              SELECT
                                (t6.value -> 'product') #> '{}' AS value
                              OFFSET
                                0
                            ) t7
                          WHERE
                            jsonb_typeof(t7.value) = 'object'
                        ) t8
                    ) AS "product",
                    (
                      SELECT
                        row_to_json(t10.*)
                      FROM
                        (
                          SELECT
                            coalesce(nullif(((t9.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t9.value -> 'title')) AS "title",
                            (t9.value -> 'availabilityType') AS "availabilityType"
                          FROM
                            (
                              SELECT
                                (t6.value -> 'serviceLevel') #> '{}' AS value
                              OFFSET
                                0
                            ) t9
                          WHERE
                            jsonb_typeof(t9.value) = 'object'
                        ) t10
                    ) AS "serviceLevel"
                  FROM
                    (
                      SELECT
                        t1."booked_details" #> '{}' AS value
                      OFFSET
                        0
                    ) t6
                  WHERE
                    jsonb_typeof(t6.value) = 'object'
                ) t11
            ) AS "bookedDetails",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t13.*)
                    FROM
                      (
                        SELECT
                          t12."first_name" AS "firstName",
                          t12."last_name" AS "lastName"
                        FROM
                          "passenger" t12
                        WHERE
                          t12."order_id" = t1."id"
                        ORDER BY
                          t12."is_leader" DESC,
                          t12."position" ASC,
                          t12."id" ASC
                      ) t13
                  )
                )
            ) AS "passengers",
            (
              SELECT
                row_to_json(t17.*)
              FROM
                (
                  SELECT
                    (
                      CASE
                        WHEN t1."total_sold" IS NOT NULL THEN (
                          SELECT
                            row_to_json(t16.*)
                          FROM
                            (
                              SELECT
                                trim_scale(t1."total_sold") AS "amount",
                                (
                                  SELECT
                                    row_to_json(t15.*)
                                  FROM
                                    (
                                      SELECT
                                        t14."code" AS "code"
                                      FROM
                                        "currency" t14
                                      WHERE
                                        t14."code" = t1."currency_code"
                                    ) t15
                                ) AS "currency"
                            ) t16
                        )
                      END
                    ) AS "sold"
                ) t17
            ) AS "totalPrices",
            (
              SELECT
                row_to_json(t19.*)
              FROM
                (
                  SELECT
                    t18."name" AS "name"
                  FROM
                    "user" t18
                  WHERE
                    t18."id" = t1."issuer_id"
                ) t19
            ) AS "issuer",
            (
              SELECT
                row_to_json(t21.*)
              FROM
                (
                  SELECT
                    t20."name" AS "name"
                  FROM
                    "user" t20
                  WHERE
                    t20."id" = t1."contact_person_id"
                ) t21
            ) AS "contactPerson",
            (
              SELECT
                row_to_json(t23.*)
              FROM
                (
                  SELECT
                    t22."name" AS "name"
                  FROM
                    "user" t22
                  WHERE
                    t22."id" = t1."tour_guide_id"
                ) t23
            ) AS "tourGuide",
            (
              SELECT
                row_to_json(t30.*)
              FROM
                (
                  SELECT
                    t24."date" AS "date",
                    left(t24."time"::text, 8) AS "time",
                    (
                      SELECT
                        row_to_json(t26.*)
                      FROM
                        (
                          SELECT
                            t25."name" AS "name"
                          FROM
                            "user" t25
                          WHERE
                            t25."id" = t24."driver_id"
                        ) t26
                    ) AS "driver",
                    (
                      SELECT
                        row_to_json(t29.*)
                      FROM
                        (
                          SELECT
                            (
                              SELECT
                                row_to_json(t28.*)
                              FROM
                                (
                                  SELECT
                                    t27."address" AS "address"
                                  FROM
                                    "point" t27
                                  WHERE
                                    t27."id" = t24."point_id"
                                ) t28
                            ) AS "point"
                        ) t29
                    ) AS "location"
                  FROM
                    "transfer" t24
                  WHERE
                    t24."id" = t1."pickup_id"
                ) t30
            ) AS "pickup",
            (
              SELECT
                row_to_json(t37.*)
              FROM
                (
                  SELECT
                    t31."date" AS "date",
                    left(t31."time"::text, 8) AS "time",
                    (
                      SELECT
                        row_to_json(t33.*)
                      FROM
                        (
                          SELECT
                            t32."name" AS "name"
                          FROM
                            "user" t32
                          WHERE
                            t32."id" = t31."driver_id"
                        ) t33
                    ) AS "driver",
                    (
                      SELECT
                        row_to_json(t36.*)
                      FROM
                        (
                          SELECT
                            (
                              SELECT
                                row_to_json(t35.*)
                              FROM
                                (
                                  SELECT
                                    t34."address" AS "address"
                                  FROM
                                    "point" t34
                                  WHERE
                                    t34."id" = t31."point_id"
                                ) t35
                            ) AS "point"
                        ) t36
                    ) AS "location"
                  FROM
                    "transfer" t31
                  WHERE
                    t31."id" = t1."dropoff_id"
                ) t37
            ) AS "dropoff",
            (
              SELECT
                array_to_json(
                  ARRAY(
                    SELECT
                      row_to_json(t39.*)
                    FROM
                      (
                        SELECT
                          t38."key" AS "key",
                          CASE
                            WHEN t38."value" < '-1.8e308'
                            OR t38."value" >= '1e-6'
                            AND t38."value" < '1e21' THEN to_json(t38."value")
                            ELSE CASE
                              WHEN t38."value"::numeric = 0
                              OR abs(t38."value"::numeric) >= 1e-6
                              AND abs(t38."value"::numeric) < 1e21 THEN to_json(trim_scale(t38."value"::numeric::float8::text::numeric))
                              ELSE regexp_replace(t38."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                            END
                          END AS "value"
                        FROM
                          "tag" t38
                        WHERE
                          t38."order_id" = t1."id"
                        ORDER BY
                          t38."id" ASC
                      ) t39
                  )
                )
            ) AS "tags",
            (
              SELECT
                row_to_json(t41.*)
              FROM
                (
                  SELECT
                    t40."name" AS "name"
                  FROM
                    "supplier" t40
                  WHERE
                    t40."id" = t1."supplier_id"
                ) t41
            ) AS "supplier"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "orders" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- OrdersCount: one statement, after a preflight query

-- ordersMeta
SELECT
  (
    SELECT
      row_to_json(t1.*)
    FROM
      (
        SELECT
          n.total AS "total"
      ) t1
  )
FROM
  (…) n;

-- Overview: executed (Query.overview: has no plan)

-- Palette: executed (Query.lookup: has no plan)

-- PasswordLink: executed (Query.passwordLink: has no plan)

-- People: executed (Query.people: has no plan)

-- PeopleChoices: one statement

-- drivers
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id",
            t1."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- tourGuides
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t3."id" AS "id",
            t3."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t3 ON (t3."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- contactPersons
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t5."id" AS "id",
            t5."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t5 ON (t5."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- issuers
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t7."id" AS "id",
            t7."name" AS "name"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "user" t7 ON (t7."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- Person: executed (Query.person: has no plan)

-- PersonCalendar: executed (Query.personCalendar: has no plan)

-- PersonSchedule: executed (Query.personSchedule: has no plan)

-- PersonalDataErasures: executed (Query.personalDataErasures: has no plan)

-- PersonalDataOrders: executed (Query.personalDataOrders: has no plan)

-- PickupPlaces: one statement

-- pickupOptions
SELECT
  (
    SELECT
      row_to_json(t4.*)
    FROM
      (
        SELECT
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t3.*)
                  FROM
                    (
                      SELECT
                        t2."point_id" AS "id",
                        (
                          SELECT
                            p.address
                          FROM
                            point p
                          WHERE
                            p.id = t2."point_id"
                        ) AS "address"
                      FROM
                        "pickup_place" t2
                      WHERE
                        t2."pickup_options_id" = t1."id"
                      ORDER BY
                        t2."position" ASC,
                        t2."id" ASC
                    ) t3
                )
              )
          ) AS "places"
      ) t4
  )
FROM
  "pickup_options" t1
WHERE
  (t1."id") = (…);

-- PlanBatch: executed (Mutation.planBatch: has no plan)

-- ProductChoices: one statement, after a preflight query for some requests

-- products
SELECT
  array_to_json(
    ARRAY(
      SELECT
        row_to_json(e1.*)
      FROM
        (
          SELECT
            t1."id" AS "id",
            coalesce((t1."translations" -> $lang::text) ->> 'title', t1."title") AS "title"
          FROM
            (
              SELECT
                l."id",
                row_number() OVER () AS "position"
              FROM
                (…) l
            ) f
            JOIN "product" t1 ON (t1."id") = (f."id")
          ORDER BY
            f."position"
        ) e1
    )
  );

-- PublishDispatch: executed (Mutation.publishDispatch: has no plan)

-- ReadOrderNotes: executed (Mutation.readOrderNotes: has no plan)

-- RebookOrder: a mutation, answered by one statement

-- rebookOrder.order
SELECT
  (
    SELECT
      row_to_json(t123.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          t1."version" AS "version",
          t1."status" AS "status",
          t1."reference_code" AS "referenceCode",
          to_char(t1."starts_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startsAt",
          to_char(t1."starts_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "startsAtLocal",
          to_char(t1."ends_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "endsAt",
          to_char(t1."ends_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "endsAtLocal",
          t1."time_zone" AS "timeZone",
          to_char(t1."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
          to_char(t1."booked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "bookedAt",
          to_char(t1."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
          (
            SELECT
              row_to_json(t5.*)
            FROM
              (
                SELECT
                  coalesce((t2."translations" -> $lang::text) ->> 'name', t2."name") AS "name",
                  (
                    SELECT
                      row_to_json(t4.*)
                    FROM
                      (
                        SELECT
                          coalesce((t3."translations" -> $lang::text) ->> 'name', t3."name") AS "name"
                        FROM
                          "country" t3
                        WHERE
                          t3."id" = t2."country_id"
                      ) t4
                  ) AS "country"
                FROM
                  "city" t2
                WHERE
                  t2."id" = t1."city_id"
              ) t5
          ) AS "city",
          (
            SELECT
              row_to_json(t7.*)
            FROM
              (
                SELECT
                  t6."id" AS "id",
                  t6."name" AS "name",
                  t6."description" AS "description"
                FROM
                  "client" t6
                WHERE
                  t6."id" = t1."client_id"
              ) t7
          ) AS "client",
          (
            SELECT
              row_to_json(t9.*)
            FROM
              (
                SELECT
                  t8."id" AS "id",
                  t8."name" AS "name"
                FROM
                  "supplier" t8
                WHERE
                  t8."id" = t1."supplier_id"
              ) t9
          ) AS "supplier",
          (
            SELECT
              row_to_json(t13.*)
            FROM
              (
                SELECT
                  t10."id" AS "id",
                  t10."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t10."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t10."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t12.*)
                          FROM
                            (
                              SELECT
                                t11."key" AS "key",
                                CASE
                                  WHEN t11."value" < '-1.8e308'
                                  OR t11."value" >= '1e-6'
                                  AND t11."value" < '1e21' THEN to_json(t11."value")
                                  ELSE CASE
                                    WHEN t11."value"::numeric = 0
                                    OR abs(t11."value"::numeric) >= 1e-6
                                    AND abs(t11."value"::numeric) < 1e21 THEN to_json(trim_scale(t11."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t11."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t11
                              WHERE
                                t11."user_id" = t10."id"
                                AND (t11."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t11."id" ASC
                            ) t12
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t10
                WHERE
                  t10."id" = t1."issuer_id"
              ) t13
          ) AS "issuer",
          (
            SELECT
              row_to_json(t17.*)
            FROM
              (
                SELECT
                  t14."id" AS "id",
                  t14."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t14."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t14."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t16.*)
                          FROM
                            (
                              SELECT
                                t15."key" AS "key",
                                CASE
                                  WHEN t15."value" < '-1.8e308'
                                  OR t15."value" >= '1e-6'
                                  AND t15."value" < '1e21' THEN to_json(t15."value")
                                  ELSE CASE
                                    WHEN t15."value"::numeric = 0
                                    OR abs(t15."value"::numeric) >= 1e-6
                                    AND abs(t15."value"::numeric) < 1e21 THEN to_json(trim_scale(t15."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t15."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t15
                              WHERE
                                t15."user_id" = t14."id"
                                AND (t15."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t15."id" ASC
                            ) t16
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t14
                WHERE
                  t14."id" = t1."contact_person_id"
              ) t17
          ) AS "contactPerson",
          (
            SELECT
              row_to_json(t21.*)
            FROM
              (
                SELECT
                  t18."id" AS "id",
                  t18."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t18."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t18."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t20.*)
                          FROM
                            (
                              SELECT
                                t19."key" AS "key",
                                CASE
                                  WHEN t19."value" < '-1.8e308'
                                  OR t19."value" >= '1e-6'
                                  AND t19."value" < '1e21' THEN to_json(t19."value")
                                  ELSE CASE
                                    WHEN t19."value"::numeric = 0
                                    OR abs(t19."value"::numeric) >= 1e-6
                                    AND abs(t19."value"::numeric) < 1e21 THEN to_json(trim_scale(t19."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t19."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t19
                              WHERE
                                t19."user_id" = t18."id"
                                AND (t19."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t19."id" ASC
                            ) t20
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t18
                WHERE
                  t18."id" = t1."tour_guide_id"
              ) t21
          ) AS "tourGuide",
          (
            SELECT
              row_to_json(t34.*)
            FROM
              (
                SELECT
                  t22."id" AS "id",
                  t22."date" AS "date",
                  left(t22."time"::text, 8) AS "time",
                  (
                    SELECT
                      row_to_json(t26.*)
                    FROM
                      (
                        SELECT
                          t23."id" AS "id",
                          t23."name" AS "name",
                          coalesce(
                            (
                              SELECT
                                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                              FROM
                                media m
                              WHERE
                                m.id = t23."photo_id"
                            ),
                            $apiUrl::text || '/avatars/' || t23."id" || '.svg'
                          ) AS "profilePhotoUrl",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t25.*)
                                  FROM
                                    (
                                      SELECT
                                        t24."key" AS "key",
                                        CASE
                                          WHEN t24."value" < '-1.8e308'
                                          OR t24."value" >= '1e-6'
                                          AND t24."value" < '1e21' THEN to_json(t24."value")
                                          ELSE CASE
                                            WHEN t24."value"::numeric = 0
                                            OR abs(t24."value"::numeric) >= 1e-6
                                            AND abs(t24."value"::numeric) < 1e21 THEN to_json(trim_scale(t24."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t24."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t24
                                      WHERE
                                        t24."user_id" = t23."id"
                                        AND (t24."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t24."id" ASC
                                    ) t25
                                )
                              )
                          ) AS "tags"
                        FROM
                          "user" t23
                        WHERE
                          t23."id" = t22."driver_id"
                      ) t26
                  ) AS "driver",
                  (
                    SELECT
                      row_to_json(t31.*)
                    FROM
                      (
                        SELECT
                          (
                            SELECT
                              row_to_json(t30.*)
                            FROM
                              (
                                SELECT
                                  t27."id" AS "id",
                                  t27."address" AS "address",
                                  trim_scale(t27."latitude") AS "latitude",
                                  trim_scale(t27."longitude") AS "longitude",
                                  (
                                    SELECT
                                      row_to_json(t29.*)
                                    FROM
                                      (
                                        SELECT
                                          coalesce((t28."translations" -> $lang::text) ->> 'name', t28."name") AS "name"
                                        FROM
                                          "city" t28
                                        WHERE
                                          t28."id" = t27."city_id"
                                      ) t29
                                  ) AS "city"
                                FROM
                                  "point" t27
                                WHERE
                                  t27."id" = t22."point_id"
                              ) t30
                          ) AS "point"
                      ) t31
                  ) AS "location",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t33.*)
                          FROM
                            (
                              SELECT
                                t32."key" AS "key",
                                CASE
                                  WHEN t32."value" < '-1.8e308'
                                  OR t32."value" >= '1e-6'
                                  AND t32."value" < '1e21' THEN to_json(t32."value")
                                  ELSE CASE
                                    WHEN t32."value"::numeric = 0
                                    OR abs(t32."value"::numeric) >= 1e-6
                                    AND abs(t32."value"::numeric) < 1e21 THEN to_json(trim_scale(t32."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t32."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t32
                              WHERE
                                t32."transfer_id" = t22."id"
                              ORDER BY
                                t32."id" ASC
                            ) t33
                        )
                      )
                  ) AS "tags"
                FROM
                  "transfer" t22
                WHERE
                  t22."id" = t1."pickup_id"
              ) t34
          ) AS "pickup",
          (
            SELECT
              row_to_json(t47.*)
            FROM
              (
                SELECT
                  t35."id" AS "id",
                  t35."date" AS "date",
                  left(t35."time"::text, 8) AS "time",
                  (
                    SELECT
                      row_to_json(t39.*)
                    FROM
                      (
                        SELECT
                          t36."id" AS "id",
                          t36."name" AS "name",
                          coalesce(
                            (
                              SELECT
                                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                              FROM
                                media m
                              WHERE
                                m.id = t36."photo_id"
                            ),
                            $apiUrl::text || '/avatars/' || t36."id" || '.svg'
                          ) AS "profilePhotoUrl",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t38.*)
                                  FROM
                                    (
                                      SELECT
                                        t37."key" AS "key",
                                        CASE
                                          WHEN t37."value" < '-1.8e308'
                                          OR t37."value" >= '1e-6'
                                          AND t37."value" < '1e21' THEN to_json(t37."value")
                                          ELSE CASE
                                            WHEN t37."value"::numeric = 0
                                            OR abs(t37."value"::numeric) >= 1e-6
                                            AND abs(t37."value"::numeric) < 1e21 THEN to_json(trim_scale(t37."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t37."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t37
                                      WHERE
                                        t37."user_id" = t36."id"
                                        AND (t37."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t37."id" ASC
                                    ) t38
                                )
                              )
                          ) AS "tags"
                        FROM
                          "user" t36
                        WHERE
                          t36."id" = t35."driver_id"
                      ) t39
                  ) AS "driver",
                  (
                    SELECT
                      row_to_json(t44.*)
                    FROM
                      (
                        SELECT
                          (
                            SELECT
                              row_to_json(t43.*)
                            FROM
                              (
                                SELECT
                                  t40."id" AS "id",
                                  t40."address" AS "address",
                                  trim_scale(t40."latitude") AS "latitude",
                                  trim_scale(t40."longitude") AS "longitude",
                                  (
                                    SELECT
                                      row_to_json(t42.*)
                                    FROM
                                      (
                                        SELECT
                                          coalesce((t41."translations" -> $lang::text) ->> 'name', t41."name") AS "name"
                                        FROM
                                          "city" t41
                                        WHERE
                                          t41."id" = t40."city_id"
                                      ) t42
                                  ) AS "city"
                                FROM
                                  "point" t40
                                WHERE
                                  t40."id" = t35."point_id"
                              ) t43
                          ) AS "point"
                      ) t44
                  ) AS "location",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t46.*)
                          FROM
                            (
                              SELECT
                                t45."key" AS "key",
                                CASE
                                  WHEN t45."value" < '-1.8e308'
                                  OR t45."value" >= '1e-6'
                                  AND t45."value" < '1e21' THEN to_json(t45."value")
                                  ELSE CASE
                                    WHEN t45."value"::numeric = 0
                                    OR abs(t45."value"::numeric) >= 1e-6
                                    AND abs(t45."value"::numeric) < 1e21 THEN to_json(trim_scale(t45."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t45."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t45
                              WHERE
                                t45."transfer_id" = t35."id"
                              ORDER BY
                                t45."id" ASC
                            ) t46
                        )
                      )
                  ) AS "tags"
                FROM
                  "transfer" t35
                WHERE
                  t35."id" = t1."dropoff_id"
              ) t47
          ) AS "dropoff",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t52.*)
                  FROM
                    (
                      SELECT
                        t48."id" AS "id",
                        t48."is_leader" AS "isLeader",
                        t48."first_name" AS "firstName",
                        t48."last_name" AS "lastName",
                        t48."gender" AS "gender",
                        t48."email" AS "email",
                        t48."phone_country_code" AS "phoneCountryCode",
                        t48."phone_number" AS "phoneNumber",
                        t48."whatsapp_number" AS "whatsappNumber",
                        (
                          SELECT
                            row_to_json(t51.*)
                          FROM
                            (
                              SELECT
                                coalesce(nullif(((t49.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t49.value -> 'title')) AS "title",
                                (
                                  SELECT
                                    row_to_json(t50.*)
                                  FROM
                                    (
                                      SELECT
                                        (t49.value -> 'ageMin') AS "min",
                                        (t49.value -> 'ageMax') AS "max"
                                    ) t50
                                ) AS "ageRange"
                              FROM
                                (
                                  SELECT
                                    t48."price_category" #> '{}' AS value
                                  OFFSET
                                    0
                                ) t49
                              WHERE
                                jsonb_typeof(t49.value) = 'object'
                            ) t51
                        ) AS "priceCategory"
                      FROM
                        "passenger" t48
                      WHERE
                        t48."order_id" = t1."id"
                      ORDER BY
                        t48."is_leader" DESC,
                        t48."position" ASC,
                        t48."id" ASC
                    ) t52
                )
              )
          ) AS "passengers",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t79.*)
                  FROM
                    (
                      SELECT
                        t53."id" AS "id",
                        t53."service_level_id" AS "serviceLevelId",
                        t53."status" AS "status",
                        t53."quantity" AS "quantity",
                        (
                          SELECT
                            row_to_json(t54.*)
                          FROM
                            (
                              SELECT
                                t53."date" AS "date",
                                left(t53."start_time"::text, 8) AS "startTime"
                            ) t54
                        ) AS "availability",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t66.*)
                                FROM
                                  (
                                    SELECT
                                      t55."passenger_id" AS "passengerId",
                                      t55."status" AS "status",
                                      (
                                        SELECT
                                          row_to_json(t65.*)
                                        FROM
                                          (
                                            SELECT
                                              (
                                                CASE
                                                  WHEN t55."original" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t58.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."original") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t57.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t56."code" AS "code"
                                                                FROM
                                                                  "currency" t56
                                                                WHERE
                                                                  t56."code" = t55."currency_code"
                                                              ) t57
                                                          ) AS "currency"
                                                      ) t58
                                                  )
                                                END
                                              ) AS "original",
                                              (
                                                CASE
                                                  WHEN t55."agent" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t61.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."agent") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t60.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t59."code" AS "code"
                                                                FROM
                                                                  "currency" t59
                                                                WHERE
                                                                  t59."code" = t55."currency_code"
                                                              ) t60
                                                          ) AS "currency"
                                                      ) t61
                                                  )
                                                END
                                              ) AS "agent",
                                              (
                                                CASE
                                                  WHEN t55."sold" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t64.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."sold") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t63.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t62."code" AS "code"
                                                                FROM
                                                                  "currency" t62
                                                                WHERE
                                                                  t62."code" = t55."currency_code"
                                                              ) t63
                                                          ) AS "currency"
                                                      ) t64
                                                  )
                                                END
                                              ) AS "sold"
                                          ) t65
                                      ) AS "prices"
                                    FROM
                                      "booking_passenger" t55
                                    WHERE
                                      t55."booking_id" = t53."id"
                                    ORDER BY
                                      t55."passenger_id" ASC
                                  ) t66
                              )
                            )
                        ) AS "passengers",
                        (
                          SELECT
                            row_to_json(t76.*)
                          FROM
                            (
                              SELECT
                                (
                                  CASE
                                    WHEN t53."original" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t69.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."original") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t68.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t67."code" AS "code"
                                                  FROM
                                                    "currency" t67
                                                  WHERE
                                                    t67."code" = t53."currency_code"
                                                ) t68
                                            ) AS "currency"
                                        ) t69
                                    )
                                  END
                                ) AS "original",
                                (
                                  CASE
                                    WHEN t53."agent" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t72.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."agent") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t71.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t70."code" AS "code"
                                                  FROM
                                                    "currency" t70
                                                  WHERE
                                                    t70."code" = t53."currency_code"
                                                ) t71
                                            ) AS "currency"
                                        ) t72
                                    )
                                  END
                                ) AS "agent",
                                (
                                  CASE
                                    WHEN t53."sold" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t75.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."sold") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t74.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t73."code" AS "code"
                                                  FROM
                                                    "currency" t73
                                                  WHERE
                                                    t73."code" = t53."currency_code"
                                                ) t74
                                            ) AS "currency"
                                        ) t75
                                    )
                                  END
                                ) AS "sold"
                            ) t76
                        ) AS "prices",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t78.*)
                                FROM
                                  (
                                    SELECT
                                      t77."key" AS "key",
                                      CASE
                                        WHEN t77."value" < '-1.8e308'
                                        OR t77."value" >= '1e-6'
                                        AND t77."value" < '1e21' THEN to_json(t77."value")
                                        ELSE CASE
                                          WHEN t77."value"::numeric = 0
                                          OR abs(t77."value"::numeric) >= 1e-6
                                          AND abs(t77."value"::numeric) < 1e21 THEN to_json(trim_scale(t77."value"::numeric::float8::text::numeric))
                                          ELSE regexp_replace(t77."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                        END
                                      END AS "value"
                                    FROM
                                      "tag" t77
                                    WHERE
                                      t77."booking_id" = t53."id"
                                    ORDER BY
                                      t77."id" ASC
                                  ) t78
                              )
                            )
                        ) AS "tags"
                      FROM
                        "booking" t53
                      WHERE
                        t53."order_id" = t1."id"
                      ORDER BY
                        t53."id" ASC
                    ) t79
                )
              )
          ) AS "bookings",
          (
            SELECT
              row_to_json(t107.*)
            FROM
              (
                SELECT
                  (
                    SELECT
                      row_to_json(t90.*)
                    FROM
                      (
                        SELECT
                          (t81.value -> 'id') AS "id",
                          coalesce(nullif(((t81.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t81.value -> 'title')) AS "title",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                            (t81.value -> 'description')
                          ) AS "description",
                          array_to_json(
                            ARRAY(
                              SELECT
                                jsonb_array_elements(
                                  coalesce(
                                    nullif(((t81.value -> 'translations') -> $lang::text) -> 'highlights', 'null'),
                                    (t81.value -> 'highlights')
                                  )
                                )
                            )
                          ) AS "highlights",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'knowBeforeYouGo', 'null'),
                            (t81.value -> 'knowBeforeYouGo')
                          ) AS "knowBeforeYouGo",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'whatToBring', 'null'),
                            (t81.value -> 'whatToBring')
                          ) AS "whatToBring",
                          array_to_json(
                            ARRAY(
                              SELECT
                                jsonb_array_elements((t81.value -> 'labels'))
                            )
                          ) AS "labels",
                          (
                            SELECT
                              row_to_json(t83.*)
                            FROM
                              (
                                SELECT
                                  ($apiUrl::text || '/media/' || (t82.value ->> 'storageKey') || '/' || (t82.value ->> 'filename')) AS "url"
                                FROM
                                  (
                                    SELECT
                                      (t81.value -> 'thumbnail') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t82
                                WHERE
                                  jsonb_typeof(t82.value) = 'object'
                              ) t83
                          ) AS "thumbnail",
                          (
                            SELECT
                              row_to_json(t85.*)
                            FROM
                              (
                                SELECT
                                  (t84.value -> 'name') AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t81.value -> 'distributor') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t84
                                WHERE
                                  jsonb_typeof(t84.value) = 'object'
                              ) t85
                          ) AS "distributor",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t87.*)
                                  FROM
                                    (
                                      SELECT
                                        (t86.value -> 'id') AS "id",
                                        coalesce(nullif(((t86.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t86.value -> 'title')) AS "title"
                                      FROM
                                        jsonb_array_elements((t81.value -> 'categories')) WITH ORDINALITY t86 (value, ordinality)
                                      ORDER BY
                                        t86.ordinality
                                    ) t87
                                )
                              )
                          ) AS "categories",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t89.*)
                                  FROM
                                    (
                                      SELECT
                                        t88."key" AS "key",
                                        CASE
                                          WHEN t88."value" < '-1.8e308'
                                          OR t88."value" >= '1e-6'
                                          AND t88."value" < '1e21' THEN to_json(t88."value")
                                          ELSE CASE
                                            WHEN t88."value"::numeric = 0
                                            OR abs(t88."value"::numeric) >= 1e-6
                                            AND abs(t88."value"::numeric) < 1e21 THEN to_json(trim_scale(t88."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t88."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t88
                                      WHERE
                                        t88."product_id" = ((t81.value ->> 'id'))::bigint
                                        AND t88."organization_id" = ANY ($organizationIds::int8[])
                                      ORDER BY
                                        t88."id" ASC
                                    ) t89
                                )
                              )
                          ) AS "tags"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'product') #> '{}' AS value
                            OFFSET
                              0
                          ) t81
                        WHERE
                          jsonb_typeof(t81.value) = 'object'
                      ) t90
                  ) AS "product",
                  (
                    SELECT
                      row_to_json(t93.*)
                    FROM
                      (
                        SELECT
                          coalesce(nullif(((t91.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t91.value -> 'title')) AS "title",
                          coalesce(
                            nullif(((t91.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                            (t91.value -> 'description')
                          ) AS "description",
                          (t91.value -> 'availabilityType') AS "availabilityType",
                          (t91.value -> 'pricingType') AS "pricingType",
                          coalesce(
                            nullif(((t91.value -> 'translations') -> $lang::text) -> 'businessHours', 'null'),
                            (t91.value -> 'businessHours')
                          ) AS "businessHours",
                          (t91.value -> 'hasPickup') AS "hasPickup",
                          (t91.value -> 'hasDropOff') AS "hasDropOff",
                          (t91.value -> 'hasTourGuide') AS "hasTourGuide",
                          (
                            SELECT
                              row_to_json(t92.*)
                            FROM
                              (
                                SELECT
                                  coalesce(
                                    nullif(((t91.value -> 'translations') -> $lang::text) -> 'durationDescription', 'null'),
                                    (t91.value -> 'durationDescription')
                                  ) AS "description"
                              ) t92
                          ) AS "duration"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'serviceLevel') #> '{}' AS value
                            OFFSET
                              0
                          ) t91
                        WHERE
                          jsonb_typeof(t91.value) = 'object'
                      ) t93
                  ) AS "serviceLevel",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t98.*)
                          FROM
                            (
                              SELECT
                                (t94.value -> 'id') AS "id",
                                coalesce(nullif(((t94.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t94.value -> 'title')) AS "title",
                                (
                                  SELECT
                                    row_to_json(t97.*)
                                  FROM
                                    (
                                      SELECT
                                        coalesce(
                                          nullif(((t94.value -> 'translations') -> $lang::text) -> 'cancellationDescription', 'null'),
                                          (t94.value -> 'cancellationDescription')
                                        ) AS "description",
                                        (
                                          SELECT
                                            array_to_json(
                                              ARRAY(
                                                SELECT
                                                  row_to_json(t96.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      (t95.value -> 'id') AS "id",
                                                      trim_scale(((t95.value -> 'percentage') #>> '{}')::numeric) AS "percentage"
                                                    FROM
                                                      jsonb_array_elements((t94.value -> 'penalties')) WITH ORDINALITY t95 (value, ordinality)
                                                    ORDER BY
                                                      t95.ordinality
                                                  ) t96
                                              )
                                            )
                                        ) AS "penalties"
                                    ) t97
                                ) AS "cancellationPolicies"
                              FROM
                                jsonb_array_elements((t80.value -> 'rates')) WITH ORDINALITY t94 (value, ordinality)
                              ORDER BY
                                t94.ordinality
                            ) t98
                        )
                      )
                  ) AS "rates",
                  (
                    SELECT
                      row_to_json(t100.*)
                    FROM
                      (
                        SELECT
                          (t99.value -> 'passExpirationDate') AS "passExpirationDate",
                          (t99.value -> 'passExpirationMinutesAfterBooking') AS "passExpirationMinutesAfterBooking"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'rate') #> '{}' AS value
                            OFFSET
                              0
                          ) t99
                        WHERE
                          jsonb_typeof(t99.value) = 'object'
                      ) t100
                  ) AS "rate",
                  (
                    SELECT
                      row_to_json(t106.*)
                    FROM
                      (
                        SELECT
                          (t101.value -> 'address') AS "address",
                          trim_scale(((t101.value -> 'latitude') #>> '{}')::numeric) AS "latitude",
                          trim_scale(((t101.value -> 'longitude') #>> '{}')::numeric) AS "longitude",
                          (
                            SELECT
                              row_to_json(t103.*)
                            FROM
                              (
                                SELECT
                                  coalesce(nullif(((t102.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t102.value -> 'name')) AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t101.value -> 'city') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t102
                                WHERE
                                  jsonb_typeof(t102.value) = 'object'
                              ) t103
                          ) AS "city",
                          (
                            SELECT
                              row_to_json(t105.*)
                            FROM
                              (
                                SELECT
                                  coalesce(nullif(((t104.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t104.value -> 'name')) AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t101.value -> 'country') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t104
                                WHERE
                                  jsonb_typeof(t104.value) = 'object'
                              ) t105
                          ) AS "country"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'startingPoint') #> '{}' AS value
                            OFFSET
                              0
                          ) t101
                        WHERE
                          jsonb_typeof(t101.value) = 'object'
                      ) t106
                  ) AS "startingPoint"
                FROM
                  (
                    SELECT
                      t1."booked_details" #> '{}' AS value
                    OFFSET
                      0
                  ) t80
                WHERE
                  jsonb_typeof(t80.value) = 'object'
              ) t107
          ) AS "bookedDetails",
          (
            SELECT
              row_to_json(t117.*)
            FROM
              (
                SELECT
                  (
                    CASE
                      WHEN t1."total_original" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t110.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_original") AS "amount",
                              (
                                SELECT
                                  row_to_json(t109.*)
                                FROM
                                  (
                                    SELECT
                                      t108."code" AS "code"
                                    FROM
                                      "currency" t108
                                    WHERE
                                      t108."code" = t1."currency_code"
                                  ) t109
                              ) AS "currency"
                          ) t110
                      )
                    END
                  ) AS "original",
                  (
                    CASE
                      WHEN t1."total_agent" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t113.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_agent") AS "amount",
                              (
                                SELECT
                                  row_to_json(t112.*)
                                FROM
                                  (
                                    SELECT
                                      t111."code" AS "code"
                                    FROM
                                      "currency" t111
                                    WHERE
                                      t111."code" = t1."currency_code"
                                  ) t112
                              ) AS "currency"
                          ) t113
                      )
                    END
                  ) AS "agent",
                  (
                    CASE
                      WHEN t1."total_sold" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t116.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_sold") AS "amount",
                              (
                                SELECT
                                  row_to_json(t115.*)
                                FROM
                                  (
                                    SELECT
                                      t114."code" AS "code"
                                    FROM
                                      "currency" t114
                                    WHERE
                                      t114."code" = t1."currency_code"
                                  ) t115
                              ) AS "currency"
                          ) t116
                      )
                    END
                  ) AS "sold"
              ) t117
          ) AS "totalPrices",
          (
            SELECT
              row_to_json(t118.*)
            FROM
              (
                SELECT
                  trim_scale(t1."vat_percentage") AS "percentage",
                  t1."vat_type" AS "type"
              ) t118
          ) AS "vat",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t120.*)
                  FROM
                    (
                      SELECT
                        t119."key" AS "key",
                        CASE
                          WHEN t119."value" < '-1.8e308'
                          OR t119."value" >= '1e-6'
                          AND t119."value" < '1e21' THEN to_json(t119."value")
                          ELSE CASE
                            WHEN t119."value"::numeric = 0
                            OR abs(t119."value"::numeric) >= 1e-6
                            AND abs(t119."value"::numeric) < 1e21 THEN to_json(trim_scale(t119."value"::numeric::float8::text::numeric))
                            ELSE regexp_replace(t119."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                          END
                        END AS "value"
                      FROM
                        "tag" t119
                      WHERE
                        t119."order_id" = t1."id"
                      ORDER BY
                        t119."id" ASC
                    ) t120
                )
              )
          ) AS "tags",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t122.*)
                  FROM
                    (
                      SELECT
                        t121."id" AS "id",
                        t121."filename" AS "filename",
                        ($apiUrl::text || '/tickets/' || t121."address_key" || '/' || t121."filename") AS "url"
                      FROM
                        "ticket" t121
                      WHERE
                        t121."order_id" = t1."id"
                      ORDER BY
                        t121."id" ASC
                    ) t122
                )
              )
          ) AS "tickets"
      ) t123
  )
FROM
  "orders" t1
WHERE
  (t1."id") = (…);

-- RebookingQuote: executed (Query.rebookingQuote: has no plan)

-- RecentActs: executed (Query.auditLog: has no plan)

-- RedeliverWebhook: executed (Mutation.redeliverWebhook: has no plan)

-- RedeliverWebhooks: executed (Mutation.redeliverWebhooks: has no plan)

-- ReleaseHold: a mutation, answered by one statement

-- updateOrder.order
SELECT
  (
    SELECT
      row_to_json(t2.*)
    FROM
      (
        SELECT
          t1."id" AS "id"
      ) t2
  )
FROM
  "orders" t1
WHERE
  (t1."id") = (…);

-- RenewHold: a mutation, answered by one statement

-- renewHold.order
SELECT
  (
    SELECT
      row_to_json(t4.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          t1."version" AS "version",
          t1."status" AS "status",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t3.*)
                  FROM
                    (
                      SELECT
                        to_char(t2."hold_expires_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "holdExpiresAt"
                      FROM
                        "booking" t2
                      WHERE
                        t2."order_id" = t1."id"
                      ORDER BY
                        t2."id" ASC
                    ) t3
                )
              )
          ) AS "bookings"
      ) t4
  )
FROM
  "orders" t1
WHERE
  (t1."id") = (…);

-- RequestPasswordReset: executed (Mutation.requestPasswordReset: has no plan)

-- ResetPassword: executed (Mutation.resetPassword: has no plan)

-- ResetPasswordByMail: executed (Mutation.resetPasswordByMail: has no plan)

-- RetryBatch: executed (Mutation.retryBatch: has no plan)

-- RevokeServiceToken: executed (Mutation.revokeServiceToken: has no plan)

-- RotateWebhookSecret: executed (Mutation.rotateWebhookSecret: has no plan)

-- RunBatch: executed (Mutation.runBatch: has no plan)

-- SellableProducts: executed (Query.sellableProducts: has no plan)

-- SellingRoles: executed (Query.sellingRoles: has no plan)

-- SendCrewLink: executed (Mutation.sendCrewLink: has no plan)

-- ServiceAccountOwners: executed (Query.people: has no plan)

-- ServiceAccounts: executed (Query.serviceAccounts: has no plan)

-- SetCrewStates: executed (Mutation.setCrewStates: has no plan)

-- SetPassword: executed (Mutation.setPassword: has no plan)

-- SetWorkingHours: executed (Mutation.setWorkingHours: has no plan)

-- SignIn: executed (Mutation.signIn: has no plan)

-- SignInOptions: executed (Query.signInOptions: has no plan)

-- SignOut: executed (Mutation.signOut: has no plan)

-- SignOutCrew: executed (Mutation.signOutCrew: has no plan)

-- SignWebhookDelivery: executed (Mutation.signWebhookDelivery: has no plan)

-- StaffRoles: executed (Query.staffRoles: has no plan)

-- SupplierChoices: executed (Query.catalogueSuppliers: has no plan)

-- TagKeys: executed (Query.tagKeys: has no plan)

-- TagValues: executed (Query.tagValues: has no plan)

-- TaggedThings: executed (Query.taggedThings: has no plan)

-- TestWebhookEndpoint: executed (Mutation.testWebhookEndpoint: has no plan)

-- UndoBatch: executed (Mutation.undoBatch: has no plan)

-- UndoTagChange: executed (Mutation.undoTagChange: has no plan)

-- UnlinkOpenId: executed (Mutation.unlinkOpenId: has no plan)

-- UpdateOrder: a mutation, answered by one statement

-- updateOrder.order
SELECT
  (
    SELECT
      row_to_json(t123.*)
    FROM
      (
        SELECT
          t1."id" AS "id",
          t1."version" AS "version",
          t1."status" AS "status",
          t1."reference_code" AS "referenceCode",
          to_char(t1."starts_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "startsAt",
          to_char(t1."starts_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "startsAtLocal",
          to_char(t1."ends_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "endsAt",
          to_char(t1."ends_at_local", 'YYYY-MM-DD HH24:MI:SS') AS "endsAtLocal",
          t1."time_zone" AS "timeZone",
          to_char(t1."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt",
          to_char(t1."booked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "bookedAt",
          to_char(t1."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt",
          (
            SELECT
              row_to_json(t5.*)
            FROM
              (
                SELECT
                  coalesce((t2."translations" -> $lang::text) ->> 'name', t2."name") AS "name",
                  (
                    SELECT
                      row_to_json(t4.*)
                    FROM
                      (
                        SELECT
                          coalesce((t3."translations" -> $lang::text) ->> 'name', t3."name") AS "name"
                        FROM
                          "country" t3
                        WHERE
                          t3."id" = t2."country_id"
                      ) t4
                  ) AS "country"
                FROM
                  "city" t2
                WHERE
                  t2."id" = t1."city_id"
              ) t5
          ) AS "city",
          (
            SELECT
              row_to_json(t7.*)
            FROM
              (
                SELECT
                  t6."id" AS "id",
                  t6."name" AS "name",
                  t6."description" AS "description"
                FROM
                  "client" t6
                WHERE
                  t6."id" = t1."client_id"
              ) t7
          ) AS "client",
          (
            SELECT
              row_to_json(t9.*)
            FROM
              (
                SELECT
                  t8."id" AS "id",
                  t8."name" AS "name"
                FROM
                  "supplier" t8
                WHERE
                  t8."id" = t1."supplier_id"
              ) t9
          ) AS "supplier",
          (
            SELECT
              row_to_json(t13.*)
            FROM
              (
                SELECT
                  t10."id" AS "id",
                  t10."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t10."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t10."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t12.*)
                          FROM
                            (
                              SELECT
                                t11."key" AS "key",
                                CASE
                                  WHEN t11."value" < '-1.8e308'
                                  OR t11."value" >= '1e-6'
                                  AND t11."value" < '1e21' THEN to_json(t11."value")
                                  ELSE CASE
                                    WHEN t11."value"::numeric = 0
                                    OR abs(t11."value"::numeric) >= 1e-6
                                    AND abs(t11."value"::numeric) < 1e21 THEN to_json(trim_scale(t11."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t11."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t11
                              WHERE
                                t11."user_id" = t10."id"
                                AND (t11."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t11."id" ASC
                            ) t12
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t10
                WHERE
                  t10."id" = t1."issuer_id"
              ) t13
          ) AS "issuer",
          (
            SELECT
              row_to_json(t17.*)
            FROM
              (
                SELECT
                  t14."id" AS "id",
                  t14."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t14."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t14."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t16.*)
                          FROM
                            (
                              SELECT
                                t15."key" AS "key",
                                CASE
                                  WHEN t15."value" < '-1.8e308'
                                  OR t15."value" >= '1e-6'
                                  AND t15."value" < '1e21' THEN to_json(t15."value")
                                  ELSE CASE
                                    WHEN t15."value"::numeric = 0
                                    OR abs(t15."value"::numeric) >= 1e-6
                                    AND abs(t15."value"::numeric) < 1e21 THEN to_json(trim_scale(t15."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t15."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t15
                              WHERE
                                t15."user_id" = t14."id"
                                AND (t15."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t15."id" ASC
                            ) t16
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t14
                WHERE
                  t14."id" = t1."contact_person_id"
              ) t17
          ) AS "contactPerson",
          (
            SELECT
              row_to_json(t21.*)
            FROM
              (
                SELECT
                  t18."id" AS "id",
                  t18."name" AS "name",
                  coalesce(
                    (
                      SELECT
                        $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                      FROM
                        media m
                      WHERE
                        m.id = t18."photo_id"
                    ),
                    $apiUrl::text || '/avatars/' || t18."id" || '.svg'
                  ) AS "profilePhotoUrl",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t20.*)
                          FROM
                            (
                              SELECT
                                t19."key" AS "key",
                                CASE
                                  WHEN t19."value" < '-1.8e308'
                                  OR t19."value" >= '1e-6'
                                  AND t19."value" < '1e21' THEN to_json(t19."value")
                                  ELSE CASE
                                    WHEN t19."value"::numeric = 0
                                    OR abs(t19."value"::numeric) >= 1e-6
                                    AND abs(t19."value"::numeric) < 1e21 THEN to_json(trim_scale(t19."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t19."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t19
                              WHERE
                                t19."user_id" = t18."id"
                                AND (t19."organization_id" = ANY ($c0.0::int8[]))
                              ORDER BY
                                t19."id" ASC
                            ) t20
                        )
                      )
                  ) AS "tags"
                FROM
                  "user" t18
                WHERE
                  t18."id" = t1."tour_guide_id"
              ) t21
          ) AS "tourGuide",
          (
            SELECT
              row_to_json(t34.*)
            FROM
              (
                SELECT
                  t22."id" AS "id",
                  t22."date" AS "date",
                  left(t22."time"::text, 8) AS "time",
                  (
                    SELECT
                      row_to_json(t26.*)
                    FROM
                      (
                        SELECT
                          t23."id" AS "id",
                          t23."name" AS "name",
                          coalesce(
                            (
                              SELECT
                                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                              FROM
                                media m
                              WHERE
                                m.id = t23."photo_id"
                            ),
                            $apiUrl::text || '/avatars/' || t23."id" || '.svg'
                          ) AS "profilePhotoUrl",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t25.*)
                                  FROM
                                    (
                                      SELECT
                                        t24."key" AS "key",
                                        CASE
                                          WHEN t24."value" < '-1.8e308'
                                          OR t24."value" >= '1e-6'
                                          AND t24."value" < '1e21' THEN to_json(t24."value")
                                          ELSE CASE
                                            WHEN t24."value"::numeric = 0
                                            OR abs(t24."value"::numeric) >= 1e-6
                                            AND abs(t24."value"::numeric) < 1e21 THEN to_json(trim_scale(t24."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t24."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t24
                                      WHERE
                                        t24."user_id" = t23."id"
                                        AND (t24."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t24."id" ASC
                                    ) t25
                                )
                              )
                          ) AS "tags"
                        FROM
                          "user" t23
                        WHERE
                          t23."id" = t22."driver_id"
                      ) t26
                  ) AS "driver",
                  (
                    SELECT
                      row_to_json(t31.*)
                    FROM
                      (
                        SELECT
                          (
                            SELECT
                              row_to_json(t30.*)
                            FROM
                              (
                                SELECT
                                  t27."id" AS "id",
                                  t27."address" AS "address",
                                  trim_scale(t27."latitude") AS "latitude",
                                  trim_scale(t27."longitude") AS "longitude",
                                  (
                                    SELECT
                                      row_to_json(t29.*)
                                    FROM
                                      (
                                        SELECT
                                          coalesce((t28."translations" -> $lang::text) ->> 'name', t28."name") AS "name"
                                        FROM
                                          "city" t28
                                        WHERE
                                          t28."id" = t27."city_id"
                                      ) t29
                                  ) AS "city"
                                FROM
                                  "point" t27
                                WHERE
                                  t27."id" = t22."point_id"
                              ) t30
                          ) AS "point"
                      ) t31
                  ) AS "location",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t33.*)
                          FROM
                            (
                              SELECT
                                t32."key" AS "key",
                                CASE
                                  WHEN t32."value" < '-1.8e308'
                                  OR t32."value" >= '1e-6'
                                  AND t32."value" < '1e21' THEN to_json(t32."value")
                                  ELSE CASE
                                    WHEN t32."value"::numeric = 0
                                    OR abs(t32."value"::numeric) >= 1e-6
                                    AND abs(t32."value"::numeric) < 1e21 THEN to_json(trim_scale(t32."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t32."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t32
                              WHERE
                                t32."transfer_id" = t22."id"
                              ORDER BY
                                t32."id" ASC
                            ) t33
                        )
                      )
                  ) AS "tags"
                FROM
                  "transfer" t22
                WHERE
                  t22."id" = t1."pickup_id"
              ) t34
          ) AS "pickup",
          (
            SELECT
              row_to_json(t47.*)
            FROM
              (
                SELECT
                  t35."id" AS "id",
                  t35."date" AS "date",
                  left(t35."time"::text, 8) AS "time",
                  (
                    SELECT
                      row_to_json(t39.*)
                    FROM
                      (
                        SELECT
                          t36."id" AS "id",
                          t36."name" AS "name",
                          coalesce(
                            (
                              SELECT
                                $apiUrl::text || '/media/' || m.storage_key || '/' || m.filename
                              FROM
                                media m
                              WHERE
                                m.id = t36."photo_id"
                            ),
                            $apiUrl::text || '/avatars/' || t36."id" || '.svg'
                          ) AS "profilePhotoUrl",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t38.*)
                                  FROM
                                    (
                                      SELECT
                                        t37."key" AS "key",
                                        CASE
                                          WHEN t37."value" < '-1.8e308'
                                          OR t37."value" >= '1e-6'
                                          AND t37."value" < '1e21' THEN to_json(t37."value")
                                          ELSE CASE
                                            WHEN t37."value"::numeric = 0
                                            OR abs(t37."value"::numeric) >= 1e-6
                                            AND abs(t37."value"::numeric) < 1e21 THEN to_json(trim_scale(t37."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t37."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t37
                                      WHERE
                                        t37."user_id" = t36."id"
                                        AND (t37."organization_id" = ANY ($c0.0::int8[]))
                                      ORDER BY
                                        t37."id" ASC
                                    ) t38
                                )
                              )
                          ) AS "tags"
                        FROM
                          "user" t36
                        WHERE
                          t36."id" = t35."driver_id"
                      ) t39
                  ) AS "driver",
                  (
                    SELECT
                      row_to_json(t44.*)
                    FROM
                      (
                        SELECT
                          (
                            SELECT
                              row_to_json(t43.*)
                            FROM
                              (
                                SELECT
                                  t40."id" AS "id",
                                  t40."address" AS "address",
                                  trim_scale(t40."latitude") AS "latitude",
                                  trim_scale(t40."longitude") AS "longitude",
                                  (
                                    SELECT
                                      row_to_json(t42.*)
                                    FROM
                                      (
                                        SELECT
                                          coalesce((t41."translations" -> $lang::text) ->> 'name', t41."name") AS "name"
                                        FROM
                                          "city" t41
                                        WHERE
                                          t41."id" = t40."city_id"
                                      ) t42
                                  ) AS "city"
                                FROM
                                  "point" t40
                                WHERE
                                  t40."id" = t35."point_id"
                              ) t43
                          ) AS "point"
                      ) t44
                  ) AS "location",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t46.*)
                          FROM
                            (
                              SELECT
                                t45."key" AS "key",
                                CASE
                                  WHEN t45."value" < '-1.8e308'
                                  OR t45."value" >= '1e-6'
                                  AND t45."value" < '1e21' THEN to_json(t45."value")
                                  ELSE CASE
                                    WHEN t45."value"::numeric = 0
                                    OR abs(t45."value"::numeric) >= 1e-6
                                    AND abs(t45."value"::numeric) < 1e21 THEN to_json(trim_scale(t45."value"::numeric::float8::text::numeric))
                                    ELSE regexp_replace(t45."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                  END
                                END AS "value"
                              FROM
                                "tag" t45
                              WHERE
                                t45."transfer_id" = t35."id"
                              ORDER BY
                                t45."id" ASC
                            ) t46
                        )
                      )
                  ) AS "tags"
                FROM
                  "transfer" t35
                WHERE
                  t35."id" = t1."dropoff_id"
              ) t47
          ) AS "dropoff",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t52.*)
                  FROM
                    (
                      SELECT
                        t48."id" AS "id",
                        t48."is_leader" AS "isLeader",
                        t48."first_name" AS "firstName",
                        t48."last_name" AS "lastName",
                        t48."gender" AS "gender",
                        t48."email" AS "email",
                        t48."phone_country_code" AS "phoneCountryCode",
                        t48."phone_number" AS "phoneNumber",
                        t48."whatsapp_number" AS "whatsappNumber",
                        (
                          SELECT
                            row_to_json(t51.*)
                          FROM
                            (
                              SELECT
                                coalesce(nullif(((t49.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t49.value -> 'title')) AS "title",
                                (
                                  SELECT
                                    row_to_json(t50.*)
                                  FROM
                                    (
                                      SELECT
                                        (t49.value -> 'ageMin') AS "min",
                                        (t49.value -> 'ageMax') AS "max"
                                    ) t50
                                ) AS "ageRange"
                              FROM
                                (
                                  SELECT
                                    t48."price_category" #> '{}' AS value
                                  OFFSET
                                    0
                                ) t49
                              WHERE
                                jsonb_typeof(t49.value) = 'object'
                            ) t51
                        ) AS "priceCategory"
                      FROM
                        "passenger" t48
                      WHERE
                        t48."order_id" = t1."id"
                      ORDER BY
                        t48."is_leader" DESC,
                        t48."position" ASC,
                        t48."id" ASC
                    ) t52
                )
              )
          ) AS "passengers",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t79.*)
                  FROM
                    (
                      SELECT
                        t53."id" AS "id",
                        t53."service_level_id" AS "serviceLevelId",
                        t53."status" AS "status",
                        t53."quantity" AS "quantity",
                        (
                          SELECT
                            row_to_json(t54.*)
                          FROM
                            (
                              SELECT
                                t53."date" AS "date",
                                left(t53."start_time"::text, 8) AS "startTime"
                            ) t54
                        ) AS "availability",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t66.*)
                                FROM
                                  (
                                    SELECT
                                      t55."passenger_id" AS "passengerId",
                                      t55."status" AS "status",
                                      (
                                        SELECT
                                          row_to_json(t65.*)
                                        FROM
                                          (
                                            SELECT
                                              (
                                                CASE
                                                  WHEN t55."original" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t58.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."original") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t57.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t56."code" AS "code"
                                                                FROM
                                                                  "currency" t56
                                                                WHERE
                                                                  t56."code" = t55."currency_code"
                                                              ) t57
                                                          ) AS "currency"
                                                      ) t58
                                                  )
                                                END
                                              ) AS "original",
                                              (
                                                CASE
                                                  WHEN t55."agent" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t61.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."agent") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t60.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t59."code" AS "code"
                                                                FROM
                                                                  "currency" t59
                                                                WHERE
                                                                  t59."code" = t55."currency_code"
                                                              ) t60
                                                          ) AS "currency"
                                                      ) t61
                                                  )
                                                END
                                              ) AS "agent",
                                              (
                                                CASE
                                                  WHEN t55."sold" IS NOT NULL THEN (
                                                    SELECT
                                                      row_to_json(t64.*)
                                                    FROM
                                                      (
                                                        SELECT
                                                          trim_scale(t55."sold") AS "amount",
                                                          (
                                                            SELECT
                                                              row_to_json(t63.*)
                                                            FROM
                                                              (
                                                                SELECT
                                                                  t62."code" AS "code"
                                                                FROM
                                                                  "currency" t62
                                                                WHERE
                                                                  t62."code" = t55."currency_code"
                                                              ) t63
                                                          ) AS "currency"
                                                      ) t64
                                                  )
                                                END
                                              ) AS "sold"
                                          ) t65
                                      ) AS "prices"
                                    FROM
                                      "booking_passenger" t55
                                    WHERE
                                      t55."booking_id" = t53."id"
                                    ORDER BY
                                      t55."passenger_id" ASC
                                  ) t66
                              )
                            )
                        ) AS "passengers",
                        (
                          SELECT
                            row_to_json(t76.*)
                          FROM
                            (
                              SELECT
                                (
                                  CASE
                                    WHEN t53."original" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t69.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."original") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t68.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t67."code" AS "code"
                                                  FROM
                                                    "currency" t67
                                                  WHERE
                                                    t67."code" = t53."currency_code"
                                                ) t68
                                            ) AS "currency"
                                        ) t69
                                    )
                                  END
                                ) AS "original",
                                (
                                  CASE
                                    WHEN t53."agent" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t72.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."agent") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t71.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t70."code" AS "code"
                                                  FROM
                                                    "currency" t70
                                                  WHERE
                                                    t70."code" = t53."currency_code"
                                                ) t71
                                            ) AS "currency"
                                        ) t72
                                    )
                                  END
                                ) AS "agent",
                                (
                                  CASE
                                    WHEN t53."sold" IS NOT NULL THEN (
                                      SELECT
                                        row_to_json(t75.*)
                                      FROM
                                        (
                                          SELECT
                                            trim_scale(t53."sold") AS "amount",
                                            (
                                              SELECT
                                                row_to_json(t74.*)
                                              FROM
                                                (
                                                  SELECT
                                                    t73."code" AS "code"
                                                  FROM
                                                    "currency" t73
                                                  WHERE
                                                    t73."code" = t53."currency_code"
                                                ) t74
                                            ) AS "currency"
                                        ) t75
                                    )
                                  END
                                ) AS "sold"
                            ) t76
                        ) AS "prices",
                        (
                          SELECT
                            array_to_json(
                              ARRAY(
                                SELECT
                                  row_to_json(t78.*)
                                FROM
                                  (
                                    SELECT
                                      t77."key" AS "key",
                                      CASE
                                        WHEN t77."value" < '-1.8e308'
                                        OR t77."value" >= '1e-6'
                                        AND t77."value" < '1e21' THEN to_json(t77."value")
                                        ELSE CASE
                                          WHEN t77."value"::numeric = 0
                                          OR abs(t77."value"::numeric) >= 1e-6
                                          AND abs(t77."value"::numeric) < 1e21 THEN to_json(trim_scale(t77."value"::numeric::float8::text::numeric))
                                          ELSE regexp_replace(t77."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                        END
                                      END AS "value"
                                    FROM
                                      "tag" t77
                                    WHERE
                                      t77."booking_id" = t53."id"
                                    ORDER BY
                                      t77."id" ASC
                                  ) t78
                              )
                            )
                        ) AS "tags"
                      FROM
                        "booking" t53
                      WHERE
                        t53."order_id" = t1."id"
                      ORDER BY
                        t53."id" ASC
                    ) t79
                )
              )
          ) AS "bookings",
          (
            SELECT
              row_to_json(t107.*)
            FROM
              (
                SELECT
                  (
                    SELECT
                      row_to_json(t90.*)
                    FROM
                      (
                        SELECT
                          (t81.value -> 'id') AS "id",
                          coalesce(nullif(((t81.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t81.value -> 'title')) AS "title",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                            (t81.value -> 'description')
                          ) AS "description",
                          array_to_json(
                            ARRAY(
                              SELECT
                                jsonb_array_elements(
                                  coalesce(
                                    nullif(((t81.value -> 'translations') -> $lang::text) -> 'highlights', 'null'),
                                    (t81.value -> 'highlights')
                                  )
                                )
                            )
                          ) AS "highlights",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'knowBeforeYouGo', 'null'),
                            (t81.value -> 'knowBeforeYouGo')
                          ) AS "knowBeforeYouGo",
                          coalesce(
                            nullif(((t81.value -> 'translations') -> $lang::text) -> 'whatToBring', 'null'),
                            (t81.value -> 'whatToBring')
                          ) AS "whatToBring",
                          array_to_json(
                            ARRAY(
                              SELECT
                                jsonb_array_elements((t81.value -> 'labels'))
                            )
                          ) AS "labels",
                          (
                            SELECT
                              row_to_json(t83.*)
                            FROM
                              (
                                SELECT
                                  ($apiUrl::text || '/media/' || (t82.value ->> 'storageKey') || '/' || (t82.value ->> 'filename')) AS "url"
                                FROM
                                  (
                                    SELECT
                                      (t81.value -> 'thumbnail') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t82
                                WHERE
                                  jsonb_typeof(t82.value) = 'object'
                              ) t83
                          ) AS "thumbnail",
                          (
                            SELECT
                              row_to_json(t85.*)
                            FROM
                              (
                                SELECT
                                  (t84.value -> 'name') AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t81.value -> 'distributor') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t84
                                WHERE
                                  jsonb_typeof(t84.value) = 'object'
                              ) t85
                          ) AS "distributor",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t87.*)
                                  FROM
                                    (
                                      SELECT
                                        (t86.value -> 'id') AS "id",
                                        coalesce(nullif(((t86.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t86.value -> 'title')) AS "title"
                                      FROM
                                        jsonb_array_elements((t81.value -> 'categories')) WITH ORDINALITY t86 (value, ordinality)
                                      ORDER BY
                                        t86.ordinality
                                    ) t87
                                )
                              )
                          ) AS "categories",
                          (
                            SELECT
                              array_to_json(
                                ARRAY(
                                  SELECT
                                    row_to_json(t89.*)
                                  FROM
                                    (
                                      SELECT
                                        t88."key" AS "key",
                                        CASE
                                          WHEN t88."value" < '-1.8e308'
                                          OR t88."value" >= '1e-6'
                                          AND t88."value" < '1e21' THEN to_json(t88."value")
                                          ELSE CASE
                                            WHEN t88."value"::numeric = 0
                                            OR abs(t88."value"::numeric) >= 1e-6
                                            AND abs(t88."value"::numeric) < 1e21 THEN to_json(trim_scale(t88."value"::numeric::float8::text::numeric))
                                            ELSE regexp_replace(t88."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                                          END
                                        END AS "value"
                                      FROM
                                        "tag" t88
                                      WHERE
                                        t88."product_id" = ((t81.value ->> 'id'))::bigint
                                        AND t88."organization_id" = ANY ($organizationIds::int8[])
                                      ORDER BY
                                        t88."id" ASC
                                    ) t89
                                )
                              )
                          ) AS "tags"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'product') #> '{}' AS value
                            OFFSET
                              0
                          ) t81
                        WHERE
                          jsonb_typeof(t81.value) = 'object'
                      ) t90
                  ) AS "product",
                  (
                    SELECT
                      row_to_json(t93.*)
                    FROM
                      (
                        SELECT
                          coalesce(nullif(((t91.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t91.value -> 'title')) AS "title",
                          coalesce(
                            nullif(((t91.value -> 'translations') -> $lang::text) -> 'description', 'null'),
                            (t91.value -> 'description')
                          ) AS "description",
                          (t91.value -> 'availabilityType') AS "availabilityType",
                          (t91.value -> 'pricingType') AS "pricingType",
                          coalesce(
                            nullif(((t91.value -> 'translations') -> $lang::text) -> 'businessHours', 'null'),
                            (t91.value -> 'businessHours')
                          ) AS "businessHours",
                          (t91.value -> 'hasPickup') AS "hasPickup",
                          (t91.value -> 'hasDropOff') AS "hasDropOff",
                          (t91.value -> 'hasTourGuide') AS "hasTourGuide",
                          (
                            SELECT
                              row_to_json(t92.*)
                            FROM
                              (
                                SELECT
                                  coalesce(
                                    nullif(((t91.value -> 'translations') -> $lang::text) -> 'durationDescription', 'null'),
                                    (t91.value -> 'durationDescription')
                                  ) AS "description"
                              ) t92
                          ) AS "duration"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'serviceLevel') #> '{}' AS value
                            OFFSET
                              0
                          ) t91
                        WHERE
                          jsonb_typeof(t91.value) = 'object'
                      ) t93
                  ) AS "serviceLevel",
                  (
                    SELECT
                      array_to_json(
                        ARRAY(
                          SELECT
                            row_to_json(t98.*)
                          FROM
                            (
                              SELECT
                                (t94.value -> 'id') AS "id",
                                coalesce(nullif(((t94.value -> 'translations') -> $lang::text) -> 'title', 'null'), (t94.value -> 'title')) AS "title",
                                (
                                  SELECT
                                    row_to_json(t97.*)
                                  FROM
                                    (
                                      SELECT
                                        coalesce(
                                          nullif(((t94.value -> 'translations') -> $lang::text) -> 'cancellationDescription', 'null'),
                                          (t94.value -> 'cancellationDescription')
                                        ) AS "description",
                                        (
                                          SELECT
                                            array_to_json(
                                              ARRAY(
                                                SELECT
                                                  row_to_json(t96.*)
                                                FROM
                                                  (
                                                    SELECT
                                                      (t95.value -> 'id') AS "id",
                                                      trim_scale(((t95.value -> 'percentage') #>> '{}')::numeric) AS "percentage"
                                                    FROM
                                                      jsonb_array_elements((t94.value -> 'penalties')) WITH ORDINALITY t95 (value, ordinality)
                                                    ORDER BY
                                                      t95.ordinality
                                                  ) t96
                                              )
                                            )
                                        ) AS "penalties"
                                    ) t97
                                ) AS "cancellationPolicies"
                              FROM
                                jsonb_array_elements((t80.value -> 'rates')) WITH ORDINALITY t94 (value, ordinality)
                              ORDER BY
                                t94.ordinality
                            ) t98
                        )
                      )
                  ) AS "rates",
                  (
                    SELECT
                      row_to_json(t100.*)
                    FROM
                      (
                        SELECT
                          (t99.value -> 'passExpirationDate') AS "passExpirationDate",
                          (t99.value -> 'passExpirationMinutesAfterBooking') AS "passExpirationMinutesAfterBooking"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'rate') #> '{}' AS value
                            OFFSET
                              0
                          ) t99
                        WHERE
                          jsonb_typeof(t99.value) = 'object'
                      ) t100
                  ) AS "rate",
                  (
                    SELECT
                      row_to_json(t106.*)
                    FROM
                      (
                        SELECT
                          (t101.value -> 'address') AS "address",
                          trim_scale(((t101.value -> 'latitude') #>> '{}')::numeric) AS "latitude",
                          trim_scale(((t101.value -> 'longitude') #>> '{}')::numeric) AS "longitude",
                          (
                            SELECT
                              row_to_json(t103.*)
                            FROM
                              (
                                SELECT
                                  coalesce(nullif(((t102.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t102.value -> 'name')) AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t101.value -> 'city') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t102
                                WHERE
                                  jsonb_typeof(t102.value) = 'object'
                              ) t103
                          ) AS "city",
                          (
                            SELECT
                              row_to_json(t105.*)
                            FROM
                              (
                                SELECT
                                  coalesce(nullif(((t104.value -> 'translations') -> $lang::text) -> 'name', 'null'), (t104.value -> 'name')) AS "name"
                                FROM
                                  (
                                    SELECT
                                      (t101.value -> 'country') #> '{}' AS value
                                    OFFSET
                                      0
                                  ) t104
                                WHERE
                                  jsonb_typeof(t104.value) = 'object'
                              ) t105
                          ) AS "country"
                        FROM
                          (
                            SELECT
                              (t80.value -> 'startingPoint') #> '{}' AS value
                            OFFSET
                              0
                          ) t101
                        WHERE
                          jsonb_typeof(t101.value) = 'object'
                      ) t106
                  ) AS "startingPoint"
                FROM
                  (
                    SELECT
                      t1."booked_details" #> '{}' AS value
                    OFFSET
                      0
                  ) t80
                WHERE
                  jsonb_typeof(t80.value) = 'object'
              ) t107
          ) AS "bookedDetails",
          (
            SELECT
              row_to_json(t117.*)
            FROM
              (
                SELECT
                  (
                    CASE
                      WHEN t1."total_original" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t110.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_original") AS "amount",
                              (
                                SELECT
                                  row_to_json(t109.*)
                                FROM
                                  (
                                    SELECT
                                      t108."code" AS "code"
                                    FROM
                                      "currency" t108
                                    WHERE
                                      t108."code" = t1."currency_code"
                                  ) t109
                              ) AS "currency"
                          ) t110
                      )
                    END
                  ) AS "original",
                  (
                    CASE
                      WHEN t1."total_agent" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t113.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_agent") AS "amount",
                              (
                                SELECT
                                  row_to_json(t112.*)
                                FROM
                                  (
                                    SELECT
                                      t111."code" AS "code"
                                    FROM
                                      "currency" t111
                                    WHERE
                                      t111."code" = t1."currency_code"
                                  ) t112
                              ) AS "currency"
                          ) t113
                      )
                    END
                  ) AS "agent",
                  (
                    CASE
                      WHEN t1."total_sold" IS NOT NULL THEN (
                        SELECT
                          row_to_json(t116.*)
                        FROM
                          (
                            SELECT
                              trim_scale(t1."total_sold") AS "amount",
                              (
                                SELECT
                                  row_to_json(t115.*)
                                FROM
                                  (
                                    SELECT
                                      t114."code" AS "code"
                                    FROM
                                      "currency" t114
                                    WHERE
                                      t114."code" = t1."currency_code"
                                  ) t115
                              ) AS "currency"
                          ) t116
                      )
                    END
                  ) AS "sold"
              ) t117
          ) AS "totalPrices",
          (
            SELECT
              row_to_json(t118.*)
            FROM
              (
                SELECT
                  trim_scale(t1."vat_percentage") AS "percentage",
                  t1."vat_type" AS "type"
              ) t118
          ) AS "vat",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t120.*)
                  FROM
                    (
                      SELECT
                        t119."key" AS "key",
                        CASE
                          WHEN t119."value" < '-1.8e308'
                          OR t119."value" >= '1e-6'
                          AND t119."value" < '1e21' THEN to_json(t119."value")
                          ELSE CASE
                            WHEN t119."value"::numeric = 0
                            OR abs(t119."value"::numeric) >= 1e-6
                            AND abs(t119."value"::numeric) < 1e21 THEN to_json(trim_scale(t119."value"::numeric::float8::text::numeric))
                            ELSE regexp_replace(t119."value"::numeric::float8::text, 'e([+-])0', 'e\1')::json
                          END
                        END AS "value"
                      FROM
                        "tag" t119
                      WHERE
                        t119."order_id" = t1."id"
                      ORDER BY
                        t119."id" ASC
                    ) t120
                )
              )
          ) AS "tags",
          (
            SELECT
              array_to_json(
                ARRAY(
                  SELECT
                    row_to_json(t122.*)
                  FROM
                    (
                      SELECT
                        t121."id" AS "id",
                        t121."filename" AS "filename",
                        ($apiUrl::text || '/tickets/' || t121."address_key" || '/' || t121."filename") AS "url"
                      FROM
                        "ticket" t121
                      WHERE
                        t121."order_id" = t1."id"
                      ORDER BY
                        t121."id" ASC
                    ) t122
                )
              )
          ) AS "tickets"
      ) t123
  )
FROM
  "orders" t1
WHERE
  (t1."id") = (…);

-- UpdateRole: executed (Mutation.updateRole: has no plan)

-- UpdateServiceAccount: executed (Mutation.updateServiceAccount: has no plan)

-- UpdateUser: executed (Mutation.updateUser: has no plan)

-- UpdateView: executed (Mutation.updateSavedView: has no plan)

-- UpdateWebhookEndpoint: executed (Mutation.updateWebhookEndpoint: has no plan)

-- Viewer: executed (Viewer.rights: has no SQL resolver)

-- WebhookDeliveries: executed (Query.webhookDeliveries: has no plan)

-- WebhookDelivery: executed (Query.webhookDelivery: has no plan)

-- WebhookDeliveryNews: executed (a subscription is not compiled)

-- WebhookEndpoint: executed (Query.webhookEndpoint: has no plan)

-- WebhookEndpointActivity: executed (Query.webhookEndpoint: has no plan)

-- WebhookEndpointNames: executed (Query.webhookEndpoints: has no plan)

-- WebhookEndpoints: executed (Query.webhookEndpoints: has no plan)

-- WebhookEvent: executed (Query.webhookEvent: has no plan)

-- WebhookEventChanges: executed (Query.webhookEventChanges: has no plan)

-- WebhookEvents: executed (Query.webhookEvents: has no plan)

-- WebhookLastFailure: executed (Query.webhookDeliveries: has no plan)

-- WebhookOwners: executed (Query.webhookOwners: has no plan)

-- WebhookRedeliveryCount: executed (Query.webhookRedeliveryCount: has no plan)

-- WebhookTerms: executed (Query.webhookTerms: has no plan)

-- Who: one statement

-- viewer
SELECT
  (
    SELECT
      row_to_json(t2.*)
    FROM
      (
        SELECT
          t1."language" AS "language"
      ) t2
  )
FROM
  "user" t1
WHERE
  (t1."id") = (…);
