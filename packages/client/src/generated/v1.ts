// Generated from docs/openapi.json: `npm run generate`.

export interface paths {
    "/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Takes a password with an e-mail address or a user name and answers with a pair of tokens.
         *
         *     Open facts: [token-form](/docs/open-facts#token-form), [token-life](/docs/open-facts#token-life), [login-failure](/docs/open-facts#login-failure), [rate-limit](/docs/open-facts#rate-limit).
         */
        post: operations["CreateTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tokens/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Exchange a refresh token
         * @description Exchanges a refresh token, once, for a new pair. `token` is the id with which the refresh token begins.
         *
         *     Open facts: [token-refresh-body](/docs/open-facts#token-refresh-body), [token-life](/docs/open-facts#token-life), [token-form](/docs/open-facts#token-form).
         */
        put: operations["RefreshTokens"];
        post?: never;
        /**
         * Log out
         * @description Revokes all tokens of a login. `token` is the id with which the refresh token begins.
         *
         *     Open fact: [token-logout-body](/docs/open-facts#token-logout-body).
         */
        delete: operations["RevokeTokens"];
        options?: never;
        head?: never;
        /**
         * Exchange a refresh token
         * @description Exchanges a refresh token, once, for a new pair. `token` is the id with which the refresh token begins.
         *
         *     Open facts: [token-refresh-body](/docs/open-facts#token-refresh-body), [token-life](/docs/open-facts#token-life), [token-form](/docs/open-facts#token-form).
         */
        patch: operations["RefreshTokensPatch"];
        trace?: never;
    };
    "/v1/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List categories
         * @description The categories of the products that you see. `query` is the beginning of a title, in any letter case.
         *
         *     Open facts: [labels-categories](/docs/open-facts#labels-categories), [default-order](/docs/open-facts#default-order).
         */
        get: operations["ListCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cities
         * @description The cities that you have access to, in pages. Filters take several values joined by the vertical bar.
         *
         *     Open facts: [cities-page](/docs/open-facts#cities-page), [cities-filter](/docs/open-facts#cities-filter), [names](/docs/open-facts#names), [page-defaults](/docs/open-facts#page-defaults), [default-order](/docs/open-facts#default-order).
         */
        get: operations["ListCities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List countries
         * @description The countries of the cities that you see. `query` is the beginning of a name, in any letter case. Ids are null here.
         *
         *     Open fact: [default-order](/docs/open-facts#default-order).
         */
        get: operations["ListCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search destinations
         * @description Cities and countries where products are offered. `query` is a part of the name of a city, a country or an experience, in any letter case; an experience yields its city and country.
         *
         *     Open fact: [destinations](/docs/open-facts#destinations).
         */
        get: operations["ListDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List labels
         * @description The labels of the products that you see. `query` is a part of a label, in any letter case.
         *
         *     Open fact: [labels-categories](/docs/open-facts#labels-categories).
         */
        get: operations["ListLabels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description The orders that you may see, newest first, in pages, in list form. `filter[include]` adds relations to the entries.
         *
         *     Open facts: [default-order](/docs/open-facts#default-order), [include](/docs/open-facts#include), [cities-filter](/docs/open-facts#cities-filter), [booked-details-empty](/docs/open-facts#booked-details-empty), [today](/docs/open-facts#today), [string-tags](/docs/open-facts#string-tags), [statuses-shown](/docs/open-facts#statuses-shown), [page-defaults](/docs/open-facts#page-defaults), [past-the-end](/docs/open-facts#past-the-end).
         */
        get: operations["ListOrders"];
        /**
         * Update orders
         * @description Makes the same change to many orders: to all of them or none. Answers with the orders in list form.
         *
         *     Open facts: [order-selection](/docs/open-facts#order-selection), [statuses](/docs/open-facts#statuses), [person-selection](/docs/open-facts#person-selection), [update-point](/docs/open-facts#update-point), [permissions](/docs/open-facts#permissions).
         */
        put: operations["UpdateOrders"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export orders
         * @description The orders that you may see as a CSV file, newest first: all that match, or with `page` or `per_page` one page.
         *
         *     Open facts: [csv](/docs/open-facts#csv), [csv-size](/docs/open-facts#csv-size), [cities-filter](/docs/open-facts#cities-filter), [default-order](/docs/open-facts#default-order).
         */
        get: operations["ExportOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{order}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an order
         * @description An order that you may see, by its id or by a tag. Its ETag can be sent as `If-Match` with an update.
         *
         *     Open facts: [order-tag-ref](/docs/open-facts#order-tag-ref), [date-forms](/docs/open-facts#date-forms), [nulls-of-dates](/docs/open-facts#nulls-of-dates), [price-nulls](/docs/open-facts#price-nulls), [transfers-unset](/docs/open-facts#transfers-unset), [people-unset](/docs/open-facts#people-unset), [client-vat](/docs/open-facts#client-vat), [null-location](/docs/open-facts#null-location).
         */
        get: operations["GetOrder"];
        /**
         * Update an order
         * @description Changes an order; members that are left out stay as they are. With `If-Match` the change is refused if the order has changed since.
         *
         *     Open facts: [update-body](/docs/open-facts#update-body), [statuses](/docs/open-facts#statuses), [person-selection](/docs/open-facts#person-selection), [update-point](/docs/open-facts#update-point), [permissions](/docs/open-facts#permissions), [order-tag-ref](/docs/open-facts#order-tag-ref).
         */
        put: operations["UpdateOrder"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an order
         * @description Changes an order; members that are left out stay as they are. With `If-Match` the change is refused if the order has changed since.
         *
         *     Open facts: [update-body](/docs/open-facts#update-body), [statuses](/docs/open-facts#statuses), [person-selection](/docs/open-facts#person-selection), [update-point](/docs/open-facts#update-point), [permissions](/docs/open-facts#permissions), [order-tag-ref](/docs/open-facts#order-tag-ref).
         */
        patch: operations["UpdateOrderPatch"];
        trace?: never;
    };
    "/v1/pos/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update orders at the point of sale
         * @description Makes the same change to many orders: to all of them or none. A client or contact person may change status, leader, pickup and dropoff. Answers with the orders in list form.
         *
         *     Open facts: [pos-batch-body](/docs/open-facts#pos-batch-body), [order-selection](/docs/open-facts#order-selection), [statuses](/docs/open-facts#statuses), [person-selection](/docs/open-facts#person-selection), [permissions](/docs/open-facts#permissions).
         */
        put: operations["UpdatePosOrders"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pos/roles/{role}/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search products
         * @description The products that a role offers, by title, in pages. Filters of several values take them joined by the vertical bar.
         *
         *     Open facts: [pos-role](/docs/open-facts#pos-role), [names](/docs/open-facts#names), [starting-from](/docs/open-facts#starting-from), [page-defaults](/docs/open-facts#page-defaults), [past-the-end](/docs/open-facts#past-the-end), [string-tags](/docs/open-facts#string-tags), [default-order](/docs/open-facts#default-order), [additional-services](/docs/open-facts#additional-services).
         */
        get: operations["SearchProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pos/roles/{role}/products/{product}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a product
         * @description A product that a role sells, with its service levels.
         *
         *     Open facts: [pos-role](/docs/open-facts#pos-role), [enum-values](/docs/open-facts#enum-values), [units](/docs/open-facts#units), [additional-services](/docs/open-facts#additional-services), [city-country](/docs/open-facts#city-country).
         */
        get: operations["GetProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pos/roles/{role}/products/{product}/rates/dates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rates by date
         * @description The rates of a product indexed by date, with their availabilities; three months from today unless the filter says otherwise. Sold-out departures stay, with `remaining` 0.
         *
         *     Open facts: [pos-role](/docs/open-facts#pos-role), [rates](/docs/open-facts#rates), [rate-choice](/docs/open-facts#rate-choice), [times](/docs/open-facts#times), [enum-values](/docs/open-facts#enum-values).
         */
        get: operations["ListRatesByDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pos/roles/{role}/products/{product}/rates/dates-availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List available dates
         * @description The dates on which a product is available, as a bare array; three months from today unless the filter says otherwise.
         *
         *     Open facts: [pos-role](/docs/open-facts#pos-role), [rates](/docs/open-facts#rates).
         */
        get: operations["ListAvailableDates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pos/roles/{role}/service_levels/{service_level}/pickups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show pickup options
         * @description How the guests of a service level can be picked up. `places[].id` is what an order names as the point of its pickup.
         *
         *     Open facts: [pos-role](/docs/open-facts#pos-role), [units](/docs/open-facts#units), [enum-values](/docs/open-facts#enum-values), [update-point](/docs/open-facts#update-point).
         */
        get: operations["GetPickupOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pos/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description The products that you can access through any of your roles, in pages, including those that are not offered.
         *
         *     Open facts: [page-defaults](/docs/open-facts#page-defaults), [pos-products-meta](/docs/open-facts#pos-products-meta), [names](/docs/open-facts#names), [string-tags](/docs/open-facts#string-tags), [default-order](/docs/open-facts#default-order).
         */
        get: operations["ListProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pos/roles/{role}/service_levels/{service_level}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book a product
         * @description Books a service level. No member is always required: the booking must be derivable from the members together. The error names the missing member if a part cannot be derived, and the contradictory member if members contradict each other. Places are never oversold: without enough places the answer is 409.
         *
         *     Open facts: [booking-required](/docs/open-facts#booking-required), [rate-choice](/docs/open-facts#rate-choice), [contradiction](/docs/open-facts#contradiction), [leader-passenger](/docs/open-facts#leader-passenger), [pending](/docs/open-facts#pending), [per-item-price](/docs/open-facts#per-item-price), [passenger-category](/docs/open-facts#passenger-category), [category-limits](/docs/open-facts#category-limits), [no-price-category](/docs/open-facts#no-price-category), [transfer-date-in](/docs/open-facts#transfer-date-in), [update-point](/docs/open-facts#update-point), [person-selection](/docs/open-facts#person-selection), [times](/docs/open-facts#times), [checkout-date](/docs/open-facts#checkout-date), [gender](/docs/open-facts#gender), [phone-country](/docs/open-facts#phone-country), [client-vat](/docs/open-facts#client-vat).
         */
        post: operations["BookOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tags/{tag}/{target}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Synchronise tags
         * @description Replaces the tags of resources by the given ones: others are removed. Either all changes are made or none.
         *
         *     Open facts: [tag-path](/docs/open-facts#tag-path), [tag-value](/docs/open-facts#tag-value), [tag-number](/docs/open-facts#tag-number), [tag-rights](/docs/open-facts#tag-rights).
         */
        put: operations["SynchroniseTags"];
        /**
         * Assign tags
         * @description Assigns tags to resources; an existing key gets the new value. Either all tags are assigned or none.
         *
         *     Open facts: [tag-path](/docs/open-facts#tag-path), [tag-value](/docs/open-facts#tag-value), [tag-number](/docs/open-facts#tag-number), [tag-rights](/docs/open-facts#tag-rights).
         */
        post: operations["AssignTags"];
        /**
         * Remove tags
         * @description Removes tags from resources: those with the same key, and with the same value if one is given.
         *
         *     Open facts: [tag-path](/docs/open-facts#tag-path), [tag-delete](/docs/open-facts#tag-delete), [tag-rights](/docs/open-facts#tag-rights).
         */
        delete: operations["RemoveTags"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show my profile
         * @description The user of the bearer token, with roles, their permissions, and organizations.
         *
         *     Open facts: [taggable-fields](/docs/open-facts#taggable-fields), [photo](/docs/open-facts#photo).
         */
        get: operations["GetProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contactpersons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact persons
         * @description The users who may be assigned as contact person of an order.
         *
         *     Open facts: [permissions](/docs/open-facts#permissions), [default-order](/docs/open-facts#default-order).
         */
        get: operations["ListContactPersons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drivers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drivers
         * @description The users who may be assigned as driver of a transfer.
         *
         *     Open facts: [permissions](/docs/open-facts#permissions), [default-order](/docs/open-facts#default-order).
         */
        get: operations["ListDrivers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List issuers
         * @description The users who may book products.
         *
         *     Open facts: [permissions](/docs/open-facts#permissions), [default-order](/docs/open-facts#default-order).
         */
        get: operations["ListIssuers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tourguides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tour guides
         * @description The users with the tour-guide permission.
         *
         *     Open facts: [permissions](/docs/open-facts#permissions), [default-order](/docs/open-facts#default-order).
         */
        get: operations["ListTourGuides"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "order-updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Event order-updated
         * @description Sent to every endpoint of the organization of the order (and of those of its users who may see the order) when a change of an order was committed: one event for each change. A request that is not answered in time with success is repeated by a schedule.
         *
         *     Open facts: [events](/docs/open-facts#events), [receivers](/docs/open-facts#receivers), [delivery](/docs/open-facts#delivery), [webhook-body](/docs/open-facts#webhook-body), [webhook-forms](/docs/open-facts#webhook-forms), [webhook-spelling](/docs/open-facts#webhook-spelling), [created-at](/docs/open-facts#created-at).
         */
        post: operations["Receive-order-updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description Contact person, tour guide and transfers of the passengers. */
        AdditionalInformation: {
            /** @description The contact person. */
            contact_person?: components["schemas"]["PersonSelection"];
            /** @description The tour guide. */
            tour_guide?: components["schemas"]["PersonSelection"];
            /** @description The transfer to the place. */
            pickup?: components["schemas"]["NewTransfer"];
            /** @description The transfer back. */
            dropoff?: components["schemas"]["NewTransfer"];
        };
        /** @description The input of "Assign tags". */
        AssignTagsInput: {
            /** @description Ids of the resources to tag, 1 to 1,000. */
            ids: number[];
            /** @description The tags. */
            tags: components["schemas"]["TagPair"][];
        };
        /** @description A departure at a rate. All rates of a departure share its places. */
        Availability: {
            /**
             * Format: int64
             * @description The id by which a booking references this departure at this rate: each rate of a departure has its own.
             */
            id: number;
            /** @description Local start time at the place; null where only the day is fixed. A time of day as `HH:MM`. */
            start_time: string | null;
            /** @description Local end time at the place; null where it is not fixed. A time of day as `HH:MM`. */
            end_time: string | null;
            /** @description Places left; 0 when sold out. */
            remaining: number;
            /** @description The service level's availability type. */
            availability_type: string;
            /**
             * Format: date
             * @description Last day on which a pass can be used; null: no such limit.
             */
            expiration_date: string | null;
            /** @description Minutes after booking until a pass expires; null: no such limit. */
            expiration_minutes_after_booking: number | null;
        };
        /** @description The input of "Book a product". */
        BookOrderInput: {
            /** @description The first passenger, who represents the group; needs a first or a last name. */
            leader?: components["schemas"]["NewPassenger"];
            /** @description The other passengers. A passenger who equals the leader in every member is not added twice. */
            passengers?: components["schemas"]["NewPassenger"][];
            /** @description The departure and rate to book. */
            details?: components["schemas"]["BookingDetails"];
            /** @description Guides and transfers. */
            additional_information?: components["schemas"]["AdditionalInformation"];
            /** @description Tags of the order. */
            tags?: components["schemas"]["TagPair"][];
            /** @description True: the order starts as `InCart` and holds its places for a limited time. */
            pending_booking?: boolean;
        };
        /** @description The product, service level and rates as sold, frozen when the order was booked. */
        BookedDetails: {
            /** @description The product. */
            product: components["schemas"]["BookedProduct"];
            /** @description The service level. */
            service_level: {
                /** @description The service level's title. */
                title: string;
                /** @description What the guest gets. */
                description: string;
                /** @description The opening hours, as free text; null when they do not matter. */
                business_hours: string | null;
                /** @description Places of one departure. */
                capacity: number;
                /** @description `per_person`, `per_item` or another value of the catalogue. */
                pricing_type: string;
                /** @description Whether guests can be picked up. */
                has_pickup: boolean;
                /** @description Whether guests can be dropped off. */
                has_drop_off: boolean;
                /** @description Whether a tour guide comes along. */
                has_tour_guide: boolean;
                /** @description How long it takes. */
                duration: {
                    /** @description The duration; its unit is not defined by the contract. */
                    time: number;
                    /** @description The duration as text; null when there is none. */
                    description: string | null;
                };
                /** @description How long before the start selling ends. */
                cut_off_time: number;
                /** @description `pass`, `per_slot`, `per_time`, `daily` or another value of the catalogue. */
                availability_type: string;
                /**
                 * Format: date
                 * @description First day of the offer.
                 */
                offer_time_start: string;
                /**
                 * Format: date
                 * @description Last day of the offer.
                 */
                offer_time_end: string;
            };
            /** @description When the pass expires, for a pass. */
            rate: components["schemas"]["PassExpiration"];
            /** @description The rates of the booking. */
            rates: components["schemas"]["BookedRate"][];
            /** @description The starting point. */
            starting_point: components["schemas"]["StartingPoint"];
        };
        /** @description The product, service level and rates as sold, frozen when the order was booked. */
        BookedDetailsWebhook: {
            /** @description The product. */
            product: components["schemas"]["BookedProduct"];
            /** @description The service level. */
            service_level: {
                /** @description The service level's title. */
                title: string;
                /** @description What the guest gets. */
                description: string;
                /** @description The opening hours, as free text; null when they do not matter. */
                business_hours: string | null;
                /** @description Places of one departure. */
                capacity: number;
                /** @description `per_person`, `per_item` or another value of the catalogue. */
                pricing_type: string;
                /** @description Whether guests can be picked up. */
                has_pickup: boolean;
                /** @description Whether guests can be dropped off. */
                has_drop_off: boolean;
                /** @description Whether a tour guide comes along. */
                has_tour_guide: boolean;
                /** @description How long it takes. An object with one member as the value of that member. */
                duration: string;
                /** @description How long before the start selling ends. */
                cut_off_time: number;
                /** @description `pass`, `per_slot`, `per_time`, `daily` or another value of the catalogue. */
                availability_type: string;
                /**
                 * Format: date-time
                 * @description First day of the offer. A calendar date as the ISO 8601 instant of its midnight in UTC.
                 */
                offer_time_start: string;
                /**
                 * Format: date-time
                 * @description Last day of the offer. A calendar date as the ISO 8601 instant of its midnight in UTC.
                 */
                offer_time_end: string;
            };
            /** @description When the pass expires, for a pass. */
            rate: components["schemas"]["PassExpiration"];
            /** @description The rates of the booking. */
            rates: components["schemas"]["BookedRate"][];
            /** @description The starting point. */
            starting_point: components["schemas"]["StartingPoint"];
        };
        /** @description A picture as it was when booked. */
        BookedMedia: {
            /**
             * Format: int64
             * @description The picture's id.
             */
            id: number;
            /** @description The name offered when the file is saved. */
            filename: string;
            /**
             * Format: uri
             * @description Address of the file.
             */
            url: string;
        };
        /** @description A price category as it was when booked. */
        BookedPriceCategory: {
            /**
             * Format: int64
             * @description The category's id in the catalogue.
             */
            id: number;
            /** @description The category's title. */
            title: string;
            /** @description True for the category of passengers without an explicit category. */
            is_default: boolean;
            /** @description Minimum number of passengers of the category in a booking; 0: no limit. */
            minimum: number;
            /** @description Maximum number of passengers of the category in a booking; if it is 0 or less than the minimum, neither bound applies. */
            maximum: number;
            /** @description The ages of the category. */
            age_range: {
                /** @description Lowest age. */
                min: number;
                /** @description Highest age. */
                max: number;
            };
        };
        /** @description The product as it was when booked, with its current tags. */
        BookedProduct: {
            /**
             * Format: int64
             * @description The product's id.
             */
            id: number;
            /** @description The name under which it is sold. */
            title: string;
            /** @description Reasons to book, one short text each. */
            highlights: string[];
            /** @description The full text for the product page. */
            description: string;
            /** @description What the guest should bring. */
            what_to_bring: string;
            /** @description What the guest must know before coming. */
            know_before_you_go: string;
            /** @description The supplier; null when none was set. */
            supplier: {
                /**
                 * Format: int64
                 * @description The supplier's id.
                 */
                id: number;
                /** @description The supplier's name. */
                name: string;
                /** @description A description of the supplier; null when there is none. */
                description: string | null;
                /** @description The current tags that the viewer's organizations put on it. */
                tags: components["schemas"]["Tag"][];
                /** @description The supplier's permissions on the channel, sorted by name. */
                permissions: components["schemas"]["Permission"][];
            } | null;
            /** @description The wide picture. */
            banner: components["schemas"]["BookedMedia"];
            /** @description The small picture. */
            thumbnail: components["schemas"]["BookedMedia"];
            /** @description Pictures. */
            images: components["schemas"]["BookedMedia"][];
            /** @description Films. */
            videos: {
                /** @description The film's code at the hosting service. */
                video_code: string;
                /** @description The hosting service. */
                type: string;
                /** @description Address of the film. */
                url: string;
            }[];
            /** @description The categories of the product. */
            categories: {
                /**
                 * Format: int64
                 * @description The category's id.
                 */
                id: number;
                /** @description The category's title. */
                title: string;
                /** @description The current tags that the viewer's organizations put on it. */
                tags: components["schemas"]["Tag"][];
            }[];
            /** @description Free-text labels that group products. */
            labels: string[];
            /** @description The current tags that the viewer's organizations put on it. */
            tags: components["schemas"]["Tag"][];
            /** @description The organization that sold it. */
            distributor: {
                /** @description The organization's name. */
                name: string;
            };
        };
        /** @description A rate as it was when booked. */
        BookedRate: {
            /**
             * Format: int64
             * @description The rate's id.
             */
            id: number;
            /** @description The rate's title. */
            title: string;
            /** @description What happens when the booking is cancelled. */
            cancellation_policies: components["schemas"]["CancellationPolicies"];
        };
        /** @description The places that an order takes in one availability, at one rate. */
        Booking: {
            /**
             * Format: int64
             * @description The booking's id, to which its tags refer.
             */
            id: number;
            /** @description The state of the booking. */
            status: components["schemas"]["OrderStatus"];
            /** @description The price of the booking; all null where the price is per person. */
            prices: components["schemas"]["Prices"];
            /** @description The departure. */
            availability: {
                /**
                 * Format: int64
                 * @description Id of the booked availability: the departure at the booked rate.
                 */
                id: number;
                /** @description Start at the place; null where there is no time of day. A time of day as `HH:MM`. */
                start_time: string | null;
                /**
                 * Format: date
                 * @description The day at the place. For a pass: the selected day, else the day of booking.
                 */
                date: string;
            };
            /** @description The passengers of the booking. */
            passengers: {
                /**
                 * Format: int64
                 * @description Id of the order's passenger in this seat.
                 */
                passenger_id: number;
                /** @description The state of the seat. */
                status: components["schemas"]["OrderStatus"];
                /** @description The price of the seat; all null where the price is per item. */
                prices: components["schemas"]["Prices"];
            }[];
        };
        /** @description The departure and rate to book: the id of both, else members that match exactly one departure of the service level. Members that contradict each other are refused. */
        BookingDetails: {
            /**
             * Format: date
             * @description The day.
             */
            selected_date?: string;
            /** @description Number of items where the price is per item; else the number of passengers. At least 1; 1 is always accepted. */
            quantity?: number;
            /**
             * Format: int64
             * @description Id of the departure at a rate. It takes precedence over the other members.
             */
            availability_id?: number;
            /**
             * Format: date
             * @description The day, where both others are left out.
             */
            checkin_date?: string;
            /**
             * Format: date
             * @description Stored with the order; not before the day. Where whole days are sold, each day before the check-out is booked.
             */
            checkout_date?: string;
            /**
             * Format: date
             * @description The day, where `selected_date` is left out.
             */
            start_date?: string;
            /** @description Start of the departure. */
            start_time?: string;
            /** @description The same, where `quantity` is left out. */
            number_of_bookings?: number;
        };
        /** @description The places that an order takes in one availability, at one rate. */
        BookingWebhook: {
            /**
             * Format: int64
             * @description The booking's id, to which its tags refer.
             */
            id: number;
            /** @description The state of the booking. */
            status: components["schemas"]["OrderStatus"];
            /** @description The price of the booking; all null where the price is per person. */
            prices: components["schemas"]["Prices"];
            /** @description The departure. */
            availability: {
                /**
                 * Format: int64
                 * @description Id of the booked availability: the departure at the booked rate.
                 */
                id: number;
                /** @description Start at the place; null where there is no time of day. A time of day as `HH:MM`. */
                start_time: string | null;
                /**
                 * Format: date
                 * @description The day at the place. For a pass: the selected day, else the day of booking.
                 */
                date: string;
            };
            /** @description The passengers of the booking. */
            passengers: {
                /**
                 * Format: int64
                 * @description Id of the order's passenger in this seat.
                 */
                passenger_id: number;
                /** @description The state of the seat. `Cancelled` as `CANCELED`, any other text as it is. */
                status: string;
                /** @description The price of the seat; all null where the price is per item. */
                prices: components["schemas"]["Prices"];
            }[];
        };
        /** @description The cancellation policies of a rate. */
        CancellationPolicies: {
            /** @description The penalties for cancelling, earliest first. */
            penalties: {
                /**
                 * Format: int64
                 * @description The penalty's id in the catalogue.
                 */
                id: number;
                /** @description How long before the start the penalty begins; its unit is not defined by the contract. */
                time: number;
                /** @description Share of the price that is lost, in percent. */
                percentage: number;
            }[];
            /** @description The cancellation policies as text; null when there is none. */
            description: string | null;
        };
        /** @description A kind of experience, such as boat trips. */
        Category: {
            /**
             * Format: int64
             * @description The category's id.
             */
            id: number;
            /** @description The category's title. */
            title: string;
            /** @description The tags that the viewer's organizations put on it, oldest first. */
            tags: components["schemas"]["Tag"][];
        };
        /** @description A city: the location of products and orders. Its time zone applies to everything that happens there. */
        City: {
            /**
             * Format: int64
             * @description The city's id.
             */
            id: number;
            /** @description The city's name. */
            name: string;
            /** @description The country in which the city lies. */
            country: components["schemas"]["Country"];
            /** @description The tags that the viewer's organizations put on it, oldest first. */
            tags: components["schemas"]["Tag"][];
        };
        /** @description Which cities to list; every member narrows further. */
        CityFilter: {
            /** @description The name contains any of these, without regard to letter case. Several are joined by `|`, at most 50. */
            name?: string;
            /** @description In any of these countries. Several are joined by `|`, at most 1,000. */
            country_id?: string;
            /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
            id?: string;
        };
        /** @description A country. */
        Country: {
            /**
             * Format: int64
             * @description The country's id.
             */
            id: number;
            /** @description The country's name. */
            name: string;
            /** @description ISO 3166-1 code, two upper-case letters. */
            code: string;
        };
        /** @description The input of "Log in". */
        CreateTokensInput: {
            /** @description The user's e-mail address. */
            email?: string | null;
            /** @description The user's name to log in with. If an address is given too, both must belong to the same user. */
            username?: string | null;
            /** @description The password. */
            password: string;
        };
        /** @description A currency in which experiences are priced. */
        Currency: {
            /** @description ISO 4217 code, such as `EUR`. */
            code: string;
            /** @description The currency symbol before an amount, such as `€`. */
            symbol: string;
            /** @description The currency's English name. */
            name: string;
        };
        /** @description The days to search; by default three months from today. */
        DatesFilter: {
            /**
             * Format: date
             * @description First day.
             */
            start_date?: string;
            /**
             * Format: date
             * @description Last day.
             */
            end_date?: string;
            /** @description Only days of this service level. */
            service_level_id?: number;
        };
        /** @description A range of days; both ends are included. */
        Days: {
            /**
             * Format: date
             * @description First day.
             */
            start?: string;
            /**
             * Format: date
             * @description Last day.
             */
            end?: string;
        };
        /**
         * @description The kind of a destination.
         *
         *     - `city`: A city.
         *     - `country`: A country.
         * @enum {string}
         */
        DestinationKind: "city" | "country";
        /** @description The input of "Export orders". */
        ExportOrdersInput: {
            /** @description Narrows the list. */
            filter?: components["schemas"]["OrderFilter"];
            /** @description Page number, from 1. */
            page?: number;
            /** @description Entries per page, 1 to 1,000. */
            per_page?: number;
        };
        /** @description Selects resources by their ids. */
        Ids: {
            /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
            ids?: string;
        };
        /** @description The input of "List available dates". */
        ListAvailableDatesInput: {
            /** @description Narrows the days. */
            filter?: components["schemas"]["DatesFilter"];
        };
        /** @description The input of "List categories". */
        ListCategoriesInput: {
            /** @description Beginning of the title, without regard to letter case. */
            query?: string;
        };
        /** @description The input of "List cities". */
        ListCitiesInput: {
            /** @description Page number, from 1. */
            page?: number;
            /** @description Entries per page, 1 to 1,000. Default 15. */
            per_page?: number;
            /** @description Narrows the list. */
            filter?: components["schemas"]["CityFilter"];
        };
        /** @description The input of "List countries". */
        ListCountriesInput: {
            /** @description Beginning of the name, without regard to letter case. */
            query?: string;
        };
        /** @description The input of "Search destinations". */
        ListDestinationsInput: {
            /** @description Part of the name of a city, country or experience, without regard to letter case. */
            query?: string;
        };
        /** @description The input of "List labels". */
        ListLabelsInput: {
            /** @description Part of the label, without regard to letter case. */
            query?: string;
        };
        /** @description The input of "List orders". */
        ListOrdersInput: {
            /** @description Narrows the list. */
            filter?: components["schemas"]["OrderFilter"];
            /** @description Page number, from 1. */
            page?: number;
            /** @description Entries per page, 1 to 1,000. Default 15. */
            per_page?: number;
        };
        /** @description The input of "List products". */
        ListProductsInput: {
            /** @description Page number, from 1. */
            page?: number;
            /** @description Entries per page, 1 to 1,000. Default 15. */
            per_page?: number;
            /** @description Narrows the list. */
            filter?: components["schemas"]["ProductFilter"];
            /** @description Default: by title. Ties are sorted by id. One of `title`, `-title`, `id`, `-id`, where - means descending; several in a list or joined by `|` or a comma. */
            sort?: string | string[];
        };
        /** @description The input of "List rates by date". */
        ListRatesByDateInput: {
            /** @description Narrows days and rates. */
            filter?: components["schemas"]["RatesFilter"];
        };
        /** @description A stored file for display: an image. */
        Media: {
            /**
             * Format: int64
             * @description The file's id.
             */
            id: number;
            /** @description The name offered when the file is saved. */
            filename: string;
            /**
             * Format: uri
             * @description Address of the file, which is public to everyone who knows it.
             */
            url: string;
        };
        /** @description An exact amount in a currency. */
        Money: {
            /** @description The amount in units of the currency. */
            amount: number;
            /** @description The currency of the amount. */
            currency: components["schemas"]["Currency"];
        };
        /** @description A passenger. Texts are stored unchanged. A member that is left out is empty (in an update: unchanged); null empties it. */
        NewPassenger: {
            /** @description First name. */
            first_name?: string | null;
            /** @description Last name. */
            last_name?: string | null;
            /** @description Any text. */
            gender?: string | null;
            /** @description Phone number. */
            phone_number?: string | null;
            /** @description Country code of the phone number. */
            phone_country_code?: string | null;
            /** @description WhatsApp number. */
            whatsapp_number?: string | null;
            /** @description E-mail address. */
            email?: string | null;
            /**
             * Format: int64
             * @description Price category; the service level's default one where it is left out. Only when booking.
             */
            price_category_id?: number;
        };
        /** @description The new values of a transfer; a member that is left out stays unchanged. */
        NewTransfer: {
            /** @description The day at the place. A date, or a date-time with an offset, which is converted to the time zone of the place. */
            date?: string;
            /** @description The time of day at the place. */
            time?: string;
            /**
             * Format: int64
             * @description Id of a driver; null removes the driver.
             */
            driver_id?: number;
            /** @description Where it takes place. */
            location?: {
                /** @description The point. */
                point?: (number | (string | number)[] | components["schemas"]["Spot"]) | null;
            } | null;
        };
        /** @description A rate on a day, with the departures that can be booked at it. */
        OfferedRate: {
            /**
             * Format: int64
             * @description The rate's id.
             */
            id: number;
            /** @description The rate's title. */
            title: string;
            /** @description The service level that is sold at the rate. */
            service_level: components["schemas"]["ServiceLevelOfRate"];
            /** @description The sold price per item, one per currency; empty where prices are per person. */
            per_item_prices: components["schemas"]["Money"][];
            /** @description The prices per person, by category; empty where prices are per item. */
            per_person_prices: components["schemas"]["PerPersonPrices"][];
            /** @description The cancellation policies. */
            cancellation_policies: components["schemas"]["CancellationPolicies"];
            /** @description The departures of the day, the earliest first. */
            availabilities: components["schemas"]["Availability"][];
        };
        /** @description Filters orders; an order must match every given member. */
        OrderFilter: {
            /** @description True: only orders that are executed today, by the calendar of the place. */
            today_orders?: boolean;
            /** @description Of these products. */
            product?: components["schemas"]["Ids"];
            /** @description Of these suppliers. */
            supplier?: components["schemas"]["Ids"];
            /** @description Of these clients. */
            client?: components["schemas"]["Ids"];
            /** @description In these cities. */
            city?: {
                /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
                ids?: string;
                /** @description Carries all of these tags. */
                tags?: (string | components["schemas"]["TagMatch"])[];
            };
            /** @description Created on these days, in UTC. */
            order_date?: components["schemas"]["Days"];
            /** @description Finalised on these days, in UTC. */
            book_date?: components["schemas"]["Days"];
            /** @description Executed on these days, by the calendar of the place. */
            activity_date?: components["schemas"]["Days"];
            /** @description Relations to include in the list entries: `pickup.driver`, `dropoff.driver`, joined by `|`. */
            include?: string;
            /** @description In any of these states. Some of InCart, Booked, Deleted, Cancelled, joined by `|`. */
            status?: string;
            /** @description Part of the value of a tag, part of the name of a passenger (first or last name first), or the id of an order. Surrounding blanks are ignored. */
            search?: string;
            /** @description Carries all of these tags. */
            tags?: (string | components["schemas"]["TagMatch"])[];
        };
        /** @description A purchase (or an intended one) through a role of an organization. */
        OrderFull: {
            /**
             * Format: int64
             * @description The order's id.
             */
            id: number;
            /** @description When it starts, in local time; null for a pass. */
            starts_at: string | null;
            /** @description When it ends, in local time; null where the start is null. */
            ends_at: string | null;
            /** @description The seller's or buyer's own code for the order; null when there is none. */
            reference_code: string | null;
            /** @description When the order was finalised; null if it was not. An instant as `YYYY-MM-DD HH:MM:SS`, in UTC. */
            booked_at: string | null;
            /** @description The state of the order. */
            status: components["schemas"]["OrderStatus"];
            /** @description The tour guide; null until assigned. */
            tour_guide: components["schemas"]["UserSummary"] | null;
            /** @description The user who created it. */
            issuer: components["schemas"]["UserSummary"];
            /** @description The contact person; null until assigned. */
            contact_person: components["schemas"]["UserSummary"] | null;
            /** @description The buyer. */
            client: {
                /**
                 * Format: int64
                 * @description The client's id.
                 */
                id: number;
                /** @description The client's name. */
                name: string;
                /** @description A description of the client; null when there is none. */
                description: string | null;
                /** @description Its tags, oldest first. */
                tags: components["schemas"]["Tag"][];
            };
            /** @description Value added tax. */
            vat: {
                /** @description The tax in percent. */
                percentage: number;
                /** @description How prices relate to the tax, such as `included`. */
                type: string;
            };
            /** @description The bookings, oldest first. */
            bookings: components["schemas"]["Booking"][];
            /** @description The passengers, the leader first. */
            passengers: components["schemas"]["Passenger"][];
            /** @description The transfer to the experience. */
            pickup: components["schemas"]["Transfer"];
            /** @description The transfer back. */
            dropoff: components["schemas"]["Transfer"];
            /** @description Its tickets, oldest first. */
            tickets: {
                /**
                 * Format: int64
                 * @description The ticket's id.
                 */
                id: number;
                /** @description The name offered when the file is saved. */
                filename: string;
                /**
                 * Format: uri
                 * @description Address of the PDF file. Anyone who knows it may read the file.
                 */
                url: string;
            }[];
            /** @description Its tags, oldest first. */
            tags: components["schemas"]["Tag"][];
            /** @description The product, service level and rates as sold, frozen when booked; null while the order has no booking. An empty list means null. */
            booked_details: components["schemas"]["BookedDetails"] | unknown[];
            /** @description The exact sum of its prices; all null while it has no booking. */
            total_prices: components["schemas"]["Prices"];
        };
        /** @description A purchase (or an intended one) through a role of an organization. */
        OrderList: {
            /**
             * Format: int64
             * @description The order's id.
             */
            id: number;
            /** @description Its tags, oldest first. */
            tags: components["schemas"]["Tag"][];
            /** @description When the order was finalised; null if it was not. An instant as `YYYY-MM-DD HH:MM:SS`, in UTC. */
            booked_at: string | null;
            /** @description The bookings, oldest first. */
            bookings: components["schemas"]["Booking"][];
            /** @description The product, service level and rates as sold, frozen when booked; null while the order has no booking. An empty list means null. */
            booked_details: components["schemas"]["BookedDetails"] | unknown[];
            /** @description Where it takes place. */
            city: components["schemas"]["City"];
            /** @description The supplier; null when none is set. */
            supplier: (components["schemas"]["Supplier"] & {
                /** @description What the supplier may do on the channel, by name. */
                permissions: components["schemas"]["Permission"][];
            }) | null;
            /** @description The passengers, the leader first. */
            passengers: components["schemas"]["Passenger"][];
            /** @description The state of the order. */
            status: components["schemas"]["OrderStatus"];
            /** @description When it starts, in local time; null for a pass. */
            starts_at: string | null;
        };
        /** @description Selects orders by ids, by tags, or by both (orders must then match both). It never selects all orders. */
        OrderSelection: {
            /** @description These orders; each must be visible. */
            ids?: number[];
            /** @description Orders that have all of these tags. */
            tags?: (string | components["schemas"]["TagMatch"])[];
        };
        /**
         * @description The state of an order, a booking or a passenger.
         *
         *     - `Booked`: Finalised.
         *     - `Cancelled`: Cancelled.
         *     - `Deleted`: Withdrawn before it was finalised.
         *     - `InCart`: Not finalised; it holds its places until its hold expires.
         * @enum {string}
         */
        OrderStatus: "Booked" | "Cancelled" | "Deleted" | "InCart";
        /** @description A purchase (or an intended one) through a role of an organization. */
        OrderWebhook: {
            /**
             * Format: int64
             * @description The order's id.
             */
            id: number;
            /**
             * Format: date-time
             * @description When it starts, as an instant; null for a pass.
             */
            starts_at: string | null;
            /**
             * Format: date-time
             * @description When it ends, as an instant; null where `starts_at` is null. Equal to `starts_at` where the end is unknown.
             */
            ends_at: string | null;
            /** @description The seller's or buyer's own code for the order; null when there is none. */
            reference_code: string | null;
            /** @description When the order was finalised; null if it was not. An instant as `YYYY-MM-DD HH:MM:SS`, in UTC. */
            booked_at: string | null;
            /** @description When the order was created. An instant as `YYYY-MM-DD HH:MM:SS`, in UTC. */
            created_at: string;
            /** @description The state of the order. */
            status: components["schemas"]["OrderStatus"];
            /** @description The tour guide; null until assigned. */
            tour_guide: components["schemas"]["UserSummary"] | null;
            /** @description The user who created it. */
            issuer: components["schemas"]["UserSummary"];
            /** @description The contact person; null until assigned. */
            contact_person: components["schemas"]["UserSummary"] | null;
            /** @description The buyer. */
            client: {
                /**
                 * Format: int64
                 * @description The client's id.
                 */
                id: number;
                /** @description The client's name. */
                name: string;
                /** @description A description of the client; null when there is none. */
                description: string | null;
                /** @description Its tags, oldest first. */
                tags: components["schemas"]["Tag"][];
            };
            /** @description Value added tax. */
            vat: {
                /** @description The tax in percent. */
                percentage: number;
                /** @description How prices relate to the tax, such as `included`. */
                type: string;
            };
            /** @description The bookings, oldest first. */
            bookings: components["schemas"]["BookingWebhook"][];
            /** @description The passengers, the leader first. */
            passengers: components["schemas"]["PassengerWebhook"][];
            /** @description The transfer to the experience. */
            pickup: components["schemas"]["Transfer"];
            /** @description The transfer back. */
            dropoff: components["schemas"]["Transfer"];
            /** @description Its tickets, oldest first. */
            tickets: {
                /**
                 * Format: int64
                 * @description The ticket's id.
                 */
                id: number;
                /** @description The name offered when the file is saved. */
                filename: string;
                /**
                 * Format: uri
                 * @description Address of the PDF file. Anyone who knows it may read the file.
                 */
                url: string;
            }[];
            /** @description Its tags, oldest first. */
            tags: components["schemas"]["Tag"][];
            /** @description The product, service level and rates as sold, frozen when booked; null while the order has no booking. An empty list means null. */
            booked_details: components["schemas"]["BookedDetailsWebhook"] | unknown[];
            /** @description The exact sum of its prices; all null while it has no booking. */
            total_prices: components["schemas"]["Prices"];
        };
        /** @description A seller of experiences on the channel. Every product, order and tag belongs to one. */
        Organization: {
            /**
             * Format: int64
             * @description The organization's id.
             */
            id: number;
            /** @description The name under which the organization trades. */
            name: string;
            /** @description The currency in which orders are priced if the rate has it. */
            currency: components["schemas"]["Currency"];
            /** @description The languages of its texts, the default one first. */
            languages: {
                /** @description ISO 639-1 code, two lower-case letters. */
                code: string;
                /** @description The language's own name. */
                name: string;
                /** @description True for exactly one language of an organization: that of the untranslated texts. */
                is_default: boolean;
            }[];
        };
        /** @description Where a page lies in the whole list. */
        PageMeta: {
            /** @description Entries in the whole list. */
            total: number;
            /** @description Entries on a full page. */
            per_page: number;
            /** @description Number of the last page; 1 for an empty list. */
            last_page: number;
            /** @description Number of this page, from 1. */
            current_page: number;
            /** @description Position of the first entry of this page, from 1; 0 on an empty page. */
            from: number;
            /** @description Position of the last entry of this page; 0 on an empty page. */
            to: number;
        };
        /** @description When a pass expires. Both members are null for a pass without expiry, and for other products. */
        PassExpiration: {
            /**
             * Format: date
             * @description Last day on which the pass can be used.
             */
            pass_expiration_date: string | null;
            /** @description Minutes after booking at which the pass expires. */
            pass_expiration_minutes_after_booking: number | null;
        };
        /** @description A passenger of an order. */
        Passenger: {
            /**
             * Format: int64
             * @description The passenger's id.
             */
            id: number;
            /** @description As it was sent. */
            first_name: string;
            /** @description As it was sent. */
            last_name: string;
            /** @description Free text, stored unchanged. */
            gender: string;
            /** @description Stored unchanged. */
            phone_number: string;
            /** @description Stored unchanged. */
            whatsapp_number: string;
            /** @description Stored unchanged. */
            email: string;
            /** @description True for exactly one passenger of an order. */
            is_leader: boolean;
            /** @description The price category as it was when booked; null where none applies. */
            price_category: components["schemas"]["BookedPriceCategory"] | null;
        };
        /** @description A passenger of an order. */
        PassengerWebhook: {
            /**
             * Format: int64
             * @description The passenger's id.
             */
            id: number;
            /** @description As it was sent. */
            first_name: string;
            /** @description As it was sent. */
            last_name: string;
            /** @description Free text, stored unchanged. */
            gender: string;
            /** @description Stored unchanged. */
            phone_number: string;
            /** @description Stored unchanged. */
            whatsapp_number: string;
            /** @description Stored unchanged. */
            email: string;
            /** @description True for exactly one passenger of an order. */
            is_leader: boolean;
            /** @description The price category as it was when booked; null where none applies. An object with one member as the value of that member. Empty where there is none. */
            price_category_details: string;
        };
        /** @description The price per person of a category. */
        PerPersonPrices: {
            /** @description The price category. */
            price_category: components["schemas"]["PriceCategory"];
            /** @description The sold price, one per currency. */
            prices: components["schemas"]["Money"][];
        };
        /** @description A permission that roles (and suppliers) hold. */
        Permission: {
            /** @description The permission's name, such as `orders.view-all`. */
            name: string;
            /** @description A one-sentence description of what the permission allows. */
            description: string;
        };
        /** @description A passenger. Texts are stored unchanged. A member that is left out is empty (in an update: unchanged); null empties it. */
        Person: {
            /** @description First name. */
            first_name?: string | null;
            /** @description Last name. */
            last_name?: string | null;
            /** @description Any text. */
            gender?: string | null;
            /** @description Phone number. */
            phone_number?: string | null;
            /** @description Country code of the phone number. */
            phone_country_code?: string | null;
            /** @description WhatsApp number. */
            whatsapp_number?: string | null;
            /** @description E-mail address. */
            email?: string | null;
        };
        /** @description Selects a person: by id, else the only person with all the tags. */
        PersonSelection: {
            /** @description Id of the user. */
            id?: number | null;
            /** @description Tags of the user. */
            tags?: (string | components["schemas"]["TagMatch"])[];
        };
        /** @description How guests of a service level can be picked up. */
        PickupOptions: {
            /** @description The kind of pickup, such as `pre_defined`; any value is stored and returned unchanged. */
            type: string;
            /** @description Length of the pickup time window; its unit is not defined by the contract. */
            time_window: number;
            /** @description How long before the start guests are picked up; its unit is not defined by the contract. */
            time_before: number;
            /** @description The pickup places, in the order of the catalogue. */
            places: components["schemas"]["PickupPlace"][];
            /** @description The pickup times. */
            time_selection: {
                /** @description Any time in this range. */
                time_range: components["schemas"]["TimeRange"];
                /** @description One of these times. */
                time_list: {
                    /**
                     * Format: int64
                     * @description The time's id.
                     */
                    id: number;
                    /** @description The local time of day at the place. A time of day as `HH:MM`. */
                    time: string;
                }[];
            };
        };
        /** @description A pickup place. */
        PickupPlace: {
            /**
             * Format: int64
             * @description Id of the place's point, which an order's pickup references.
             */
            id: number;
            /** @description The address in one line. */
            address: string;
            /** @description How long before the start guests are picked up here; its unit is not defined by the contract. */
            time_before: number;
            /** @description The times at which guests can be picked up here. */
            time_range: components["schemas"]["TimeRange"];
        };
        /** @description A location on the map with its postal address. */
        Point: {
            /**
             * Format: int64
             * @description The point's id.
             */
            id: number;
            /** @description Degrees north, as a decimal. A number as a string. */
            latitude: string;
            /** @description Degrees east, as a decimal. A number as a string. */
            longitude: string;
            /** @description The address as one line. */
            address: string;
            /** @description The city in which the point lies. */
            city: components["schemas"]["City"];
        };
        /** @description A group of passengers with a price of its own, such as adults, children or groups. */
        PriceCategory: {
            /**
             * Format: int64
             * @description The category's id in the catalogue.
             */
            id: number;
            /** @description The category's title. */
            title: string;
            /** @description True for the category of passengers without an explicit category. */
            is_default: boolean;
            /** @description Minimum number of passengers of the category in a booking; 0: no limit. */
            minimum: number;
            /** @description Maximum number of passengers of the category in a booking; if it is 0 or less than the minimum, neither bound applies. */
            maximum: number;
            /** @description The ages of the category. */
            age_range: {
                /** @description Lowest age. */
                min: number;
                /** @description Highest age. */
                max: number;
            };
        };
        /** @description The prices of something sold. All three are null where another level of the order has the price. */
        Prices: {
            /** @description The supplier's price. */
            original: components["schemas"]["Money"] | null;
            /** @description What the selling partner pays. */
            agent: components["schemas"]["Money"] | null;
            /** @description What the client pays. */
            sold: components["schemas"]["Money"] | null;
        };
        /** @description An experience that is sold on the channel. */
        ProductDetail: {
            /**
             * Format: int64
             * @description The product's id.
             */
            id: number;
            /** @description The name under which it is sold. */
            title: string;
            /** @description One sentence for lists. */
            short_description: string;
            /** @description The full text for the product page. */
            description: string;
            /** @description Reasons to book, one short text each. */
            highlights: string[];
            /** @description What the guest must know before coming. */
            know_before_you_go: string;
            /** @description What the guest should bring. */
            what_to_bring: string;
            /** @description False: neither offered nor bookable. Null: not decided, and offered. */
            is_published: boolean | null;
            /** @description True when only back-office staff may sell it. */
            back_office: boolean;
            /** @description Whether the viewer may edit it: staff of its organization. */
            editable: boolean;
            /** @description The supplier that operates it; null when unknown. */
            supplier: components["schemas"]["Supplier"] | null;
            /** @description The currencies in which it can be sold. */
            currencies: {
                /** @description Currencies in which it can be sold, the main one first. */
                supported: components["schemas"]["Currency"][];
            };
            /** @description The organization that sells it. */
            organization: components["schemas"]["Organization"];
            /** @description The starting point; null when that is arranged per order. */
            location: components["schemas"]["Point"] | null;
            /** @description Further points of interest. */
            points: components["schemas"]["Point"][];
            /** @description Its categories, by id. */
            categories: components["schemas"]["Category"][];
            /** @description Free-text labels that group products. */
            labels: string[];
            /** @description The texts on its tickets; null when it has no tickets. */
            ticket: {
                /** @description Headline of the ticket. */
                title: string;
                /** @description Information for the guest who presents the ticket. */
                message: string;
                /** @description True: a ticket for each participant. False: one for the order. */
                per_participant: boolean;
            } | null;
            /** @description Pictures, in the order of the catalogue. */
            images: components["schemas"]["Media"][];
            /** @description Films, in the order of the catalogue. */
            videos: components["schemas"]["Video"][];
            /** @description The wide picture. */
            banner: components["schemas"]["Media"];
            /** @description The small picture. */
            thumbnail: components["schemas"]["Media"];
            /** @description Its service levels, in the order of the catalogue. */
            service_levels: components["schemas"]["ServiceLevelDetail"][];
            /** @description Always empty: the contract does not define its content. */
            additional_services: unknown[];
            /** @description The tags that the viewer's organizations put on it, oldest first. */
            tags: components["schemas"]["Tag"][];
        };
        /** @description An experience that is sold on the channel. */
        ProductEntry: {
            /**
             * Format: int64
             * @description The product's id.
             */
            id: number;
            /** @description The name under which it is sold. */
            title: string;
            /** @description One sentence for lists. */
            short_description: string;
            /** @description True when only back-office staff may sell it. */
            back_office: boolean;
            /** @description The organization that sells it. */
            organization: components["schemas"]["Organization"];
            /** @description The starting point; null when that is arranged per order. */
            location: components["schemas"]["Point"] | null;
            /** @description Its categories, by id. */
            categories: components["schemas"]["Category"][];
            /** @description Free-text labels that group products. */
            labels: string[];
            /** @description Pictures, in the order of the catalogue. */
            images: components["schemas"]["Media"][];
            /** @description The wide picture. */
            banner: components["schemas"]["Media"];
            /** @description The small picture. */
            thumbnail: components["schemas"]["Media"];
            /** @description The tags that the viewer's organizations put on it, oldest first. */
            tags: components["schemas"]["Tag"][];
            /** @description Always empty: the contract does not define its content. */
            additional_services: unknown[];
            /** @description Its starting price. */
            price: {
                /** @description The lowest sold price of any rate that is valid from today on, in the currency of the organization; null without any. */
                starting_from: components["schemas"]["Money"] | null;
            };
        };
        /** @description Which products to list; every member narrows further. */
        ProductFilter: {
            /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
            id?: string;
            /** @description The title contains any of these, without regard to letter case. Several are joined by `|`, at most 50. */
            title?: string;
            /** @description Located in these cities. */
            city?: {
                /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
                ids?: string;
                /** @description Carries all of these tags. */
                tags?: (string | components["schemas"]["TagMatch"])[];
            };
            /** @description Located in any of these countries, each named by its code, its name or its id. Several are joined by `|`, at most 50. */
            country?: string;
            /** @description In these categories. */
            category?: {
                /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
                ids?: string;
            };
            /** @description Whether it is sold by back-office staff only. */
            back_office?: boolean;
            /** @description A label contains any of these, without regard to letter case. Several are joined by `|`, at most 50. */
            label?: string;
            /** @description Of these suppliers. */
            supplier?: {
                /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
                ids?: string;
            };
            /** @description Carries all of these tags. */
            tags?: (string | components["schemas"]["TagMatch"])[];
        };
        /** @description Which products to offer; every member narrows further. */
        ProductSearchFilter: {
            /** @description The title contains any of these, without regard to letter case. Several are joined by `|`, at most 50. */
            title?: string;
            /** @description Whether it is sold by back-office staff only. */
            back_office?: boolean;
            /** @description A label contains any of these, without regard to letter case. Several are joined by `|`, at most 50. */
            labels?: string;
            /** @description Located in these cities. */
            city?: {
                /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
                ids?: string;
                /** @description Carries all of these tags. */
                tags?: (string | components["schemas"]["TagMatch"])[];
            };
            /** @description In these categories. */
            categories?: {
                /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
                ids?: string;
            };
            /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
            product_ids?: string;
            /**
             * Format: date
             * @description Available on this day or later.
             */
            start_date?: string;
            /**
             * Format: date
             * @description Available on this day or earlier.
             */
            end_date?: string;
            /** @description A single departure has at least this many places left. */
            number_of_books?: number;
            /** @description Carries all of these tags. */
            tags?: (string | components["schemas"]["TagMatch"])[];
        };
        /** @description The acting user, including members that only the user may see. */
        Profile: {
            /**
             * Format: int64
             * @description The user's id.
             */
            id: number;
            /** @description The name shown to others. */
            name: string;
            /** @description The e-mail address for logins; unique, ignoring case. */
            email: string;
            /** @description The tags that the viewer's organizations put on it, oldest first. */
            tags: components["schemas"]["Tag"][];
            /** @description Roles of the user, oldest first. */
            roles: components["schemas"]["Role"][];
            /**
             * Format: uri
             * @description Address of the photo, or of an avatar where there is none.
             */
            profile_photo_url: string;
            /** @description The organizations of the user's roles, by name. */
            organizations: components["schemas"]["Organization"][];
            /** @description Whether the address is verified. */
            email_verified: boolean;
        };
        /** @description The days and rates to list; by default three months from today. */
        RatesFilter: {
            /** @description Only departures with at least this many places left. */
            number_of_books?: number;
            /** @description Only these rates, each given by its id or its title. */
            rates?: string[];
            /** @description Only these service levels. */
            service_level?: {
                /** @description Any of these ids. Several are joined by `|`, at most 1,000. */
                ids?: string;
            };
            /**
             * Format: date
             * @description First day.
             */
            start_date?: string;
            /**
             * Format: date
             * @description Last day.
             */
            end_date?: string;
        };
        /** @description The rates at which a product is available on a day. */
        RatesOnDate: {
            /**
             * Format: date
             * @description The local day at the place.
             */
            date: string;
            /** @description The rates, in the order of the catalogue. */
            rates: components["schemas"]["OfferedRate"][];
        };
        /** @description The input of "Exchange a refresh token". */
        RefreshTokensInput: {
            /** @description The refresh token. */
            refresh_token: string;
        };
        /** @description The input of "Remove tags". */
        RemoveTagsInput: {
            /** @description Ids of the resources to tag, 1 to 1,000. */
            ids: number[];
            /** @description The tags to remove, each with a key. */
            tags: components["schemas"]["TagToRemove"][];
        };
        /** @description A user's function in an organization: the products it may sell, the cities it sees and its permissions. */
        Role: {
            /**
             * Format: int64
             * @description The role's id, which a point-of-sale request references.
             */
            id: number;
            /** @description The role's name, unique in its organization. */
            name: string;
            /** @description A description of the role; null when there is none. */
            description: string | null;
            /** @description Its tags, oldest first. */
            tags: components["schemas"]["Tag"][];
            /** @description The permissions of the role, by name. */
            permissions: components["schemas"]["Permission"][];
        };
        /** @description The input of "Search products". */
        SearchProductsInput: {
            /** @description Page number, from 1. */
            page?: number;
            /** @description Entries per page, 1 to 1,000. Default 15. */
            per_page?: number;
            /** @description Narrows the list. */
            filter?: components["schemas"]["ProductSearchFilter"];
        };
        /** @description How a product is sold: its pricing, its availability and what is included. */
        ServiceLevelDetail: {
            /**
             * Format: int64
             * @description The service level's id.
             */
            id: number;
            /** @description The service level's title. */
            title: string;
            /** @description What the guest gets. */
            description: string;
            /** @description The opening hours, as free text; null when they do not matter. */
            business_hours: string | null;
            /** @description The number of places of one departure. */
            capacity: number;
            /** @description `per_person` and `per_item` determine behaviour; any other value is stored and returned unchanged. */
            pricing_type: string;
            /** @description Whether guests can be picked up. */
            has_pickup: boolean;
            /** @description Whether guests can be dropped off. */
            has_drop_off: boolean;
            /** @description Whether a tour guide comes along. */
            has_tour_guide: boolean;
            /** @description Its duration. */
            duration: {
                /** @description The duration; its unit is not defined by the contract. */
                time: number;
                /** @description The duration as text; null when there is none. */
                description: string | null;
            };
            /** @description `pass`, `per_slot`, `per_time` and `daily` determine behaviour; any other value is stored and returned unchanged. */
            availability_type: string;
            /** @description How long before the start selling ends; the operator defines its unit. */
            cut_off_time: number;
            /**
             * Format: date
             * @description First day of the offer.
             */
            offer_time_start: string;
            /**
             * Format: date
             * @description Last day of the offer.
             */
            offer_time_end: string;
            /** @description Whether all data that selling needs is complete. */
            is_complete: boolean;
            /** @description Its price categories, in the order of the catalogue. */
            price_categories: components["schemas"]["PriceCategory"][];
        };
        /** @description How a product is sold: its pricing, its availability and what is included. */
        ServiceLevelOfRate: {
            /**
             * Format: int64
             * @description The service level's id.
             */
            id: number;
            /** @description The service level's title. */
            title: string;
            /** @description The number of places of one departure. A number as a string. */
            capacity: string;
            /** @description Its duration. */
            duration: {
                /** @description The duration; its unit is not defined by the contract. */
                time: number;
                /** @description The duration as text; null when there is none. */
                description: string | null;
            };
            /** @description The opening hours, as free text; null when they do not matter. */
            business_hours: string | null;
            /** @description Whether guests can be picked up. */
            has_pickup: boolean;
            /** @description `per_person` and `per_item` determine behaviour; any other value is stored and returned unchanged. */
            pricing_type: string;
            /** @description Whether guests can be dropped off. */
            has_drop_off: boolean;
            /** @description Whether a tour guide comes along. */
            has_tour_guide: boolean;
            /** @description `pass`, `per_slot`, `per_time` and `daily` determine behaviour; any other value is stored and returned unchanged. */
            availability_type: string;
        };
        /** @description A point: an existing one by its id, else a new one by its coordinates. */
        Spot: {
            /**
             * Format: int64
             * @description Id of a point or of a pickup place.
             */
            id?: number;
            /** @description Degrees north, -90 to 90. */
            latitude?: number;
            /** @description Degrees east, -180 to 180. */
            longitude?: number;
            /** @description The address as one line. */
            address?: string | null;
        };
        /** @description The starting point; every member is null where it is arranged per order. */
        StartingPoint: {
            /** @description Degrees north. A number as a string. */
            latitude: string | null;
            /** @description Degrees east. A number as a string. */
            longitude: string | null;
            /** @description The address as one line. */
            address: string | null;
            /** @description The city. */
            city: {
                /**
                 * Format: int64
                 * @description The city's id.
                 */
                id: number;
                /** @description The city's name. */
                name: string;
                /** @description The current tags that the viewer's organizations put on it. */
                tags: components["schemas"]["Tag"][];
            } | null;
            /** @description The country. */
            country: {
                /**
                 * Format: int64
                 * @description The country's id.
                 */
                id: number;
                /** @description The country's name. */
                name: string;
                /** @description ISO 3166-1 code. */
                code: string;
            } | null;
        };
        /** @description The party that provides an experience. */
        Supplier: {
            /**
             * Format: int64
             * @description The supplier's id.
             */
            id: number;
            /** @description The supplier's name. */
            name: string;
            /** @description A description of the supplier; null when there is none. */
            description: string | null;
            /** @description Its tags, oldest first. */
            tags: components["schemas"]["Tag"][];
        };
        /** @description The input of "Synchronise tags". */
        SynchroniseTagsInput: {
            /** @description Ids of the resources to tag, 1 to 1,000. */
            ids: number[];
            /** @description The tags. */
            tags: components["schemas"]["TagPair"][];
        };
        /** @description A key with a value that an organization sets on one resource. Tags on shared resources are never visible to another organization. */
        Tag: {
            /** @description The key; unique on its resource. */
            key: string;
            /** @description A string or a number; returned with the type in which it was sent. */
            value: string | number;
        };
        /** @description Matches a tag by its key, its value or both. An empty match matches no tag. */
        TagMatch: {
            /** @description The key, at most 500 characters. */
            key: string;
            /** @description The value, at most 1000 characters; a number equals its text form. */
            value?: string | number;
        };
        /** @description A key with a value. */
        TagPair: {
            /** @description Not empty; each key once. */
            key: string;
            /** @description A string or a number. */
            value: string | number;
        };
        /** @description Matches a tag by its key, its value or both. An empty match matches no tag. */
        TagToRemove: {
            /** @description The key, at most 500 characters. */
            key: string;
            /** @description The value, at most 1000 characters; a number equals its text form. */
            value?: string | number;
        };
        /** @description A range of times of day. */
        TimeRange: {
            /** @description Start; null where no range is set. A time of day as `HH:MM`. */
            start: string | null;
            /** @description End; null where no range is set. A time of day as `HH:MM`. */
            end: string | null;
        };
        /** @description A pair of API tokens. They are shown once; only their hashes are stored. */
        TokenPair: {
            /** @description Bearer token of the API until it expires. */
            access_token: string;
            /** @description Token to exchange once for a new pair. It begins with its id. */
            refresh_token: string;
        };
        /** @description Transport of the guests to the experience (pickup) or back (drop-off). Every order has both from the start. */
        Transfer: {
            /**
             * Format: int64
             * @description The transfer's id, to which its tags refer.
             */
            id: number;
            /**
             * Format: date
             * @description The day in local time; null until set.
             */
            date: string | null;
            /** @description The time of day in local time; null until set. */
            time: string | null;
            /** @description The driver; null until assigned. */
            driver: components["schemas"]["UserSummary"] | null;
            /** @description Where the guests are picked up or dropped off. */
            location: {
                /** @description The point; null until set. */
                point: components["schemas"]["Point"] | null;
            };
        };
        /** @description The new values of a transfer; a member that is left out stays unchanged. */
        TransferChange: {
            /** @description The day at the place. A date (`YYYY-MM-DD`); null clears it. */
            date?: string | null;
            /** @description The time of day at the place. */
            time?: string | null;
            /** @description Id of a driver; null removes the driver. */
            driver_id?: number | null;
            /** @description Where it takes place. */
            location?: {
                /** @description The point. */
                point?: (number | (string | number)[] | components["schemas"]["Spot"]) | null;
            } | null;
        };
        /** @description The input of "Update an order". */
        UpdateOrderInput: {
            /** @description New values of the pickup. */
            pickup?: components["schemas"]["TransferChange"];
            /** @description New values of the dropoff. */
            dropoff?: components["schemas"]["TransferChange"];
            /**
             * @description The new state.
             * @enum {string}
             */
            status?: "InCart" | "Booked" | "Deleted" | "Cancelled";
            /** @description The contact person; null removes the person. */
            contact_person?: components["schemas"]["PersonSelection"] | null;
            /** @description The tour guide; null removes the person. */
            tour_guide?: components["schemas"]["PersonSelection"] | null;
            /** @description The new reference code; null removes it. */
            reference_code?: string | null;
            /** @description New values of the leader. */
            leader?: components["schemas"]["Person"];
        };
        /** @description The input of "Update orders". */
        UpdateOrdersInput: {
            /** @description New values of the pickup. */
            pickup?: components["schemas"]["TransferChange"];
            /** @description New values of the dropoff. */
            dropoff?: components["schemas"]["TransferChange"];
            /**
             * @description The new state.
             * @enum {string}
             */
            status?: "InCart" | "Booked" | "Deleted" | "Cancelled";
            /** @description The contact person; null removes the person. */
            contact_person?: components["schemas"]["PersonSelection"] | null;
            /** @description The tour guide; null removes the person. */
            tour_guide?: components["schemas"]["PersonSelection"] | null;
            /** @description The new reference code; null removes it. */
            reference_code?: string | null;
            /** @description New values of the leader. */
            leader?: components["schemas"]["Person"];
            /** @description The orders to change. */
            orders: components["schemas"]["OrderSelection"];
        };
        /** @description The input of "Update orders at the point of sale". */
        UpdatePosOrdersInput: {
            /** @description New values of the pickup. */
            pickup?: components["schemas"]["TransferChange"];
            /** @description New values of the dropoff. */
            dropoff?: components["schemas"]["TransferChange"];
            /**
             * @description The new state.
             * @enum {string}
             */
            status?: "InCart" | "Booked" | "Deleted" | "Cancelled";
            /** @description The contact person; null removes the person. */
            contact_person?: components["schemas"]["PersonSelection"] | null;
            /** @description The tour guide; null removes the person. */
            tour_guide?: components["schemas"]["PersonSelection"] | null;
            /** @description The new reference code; null removes it. */
            reference_code?: string | null;
            /** @description New values of the leader. */
            leader?: components["schemas"]["Person"];
            /** @description The orders to change. */
            orders: components["schemas"]["OrderSelection"];
        };
        /** @description A person, a service account or the system itself, who acts on the channel. */
        UserSummary: {
            /**
             * Format: int64
             * @description The user's id.
             */
            id: number;
            /** @description The name shown to others. */
            name: string;
            /**
             * Format: uri
             * @description Address of the photo, or of an avatar where there is none.
             */
            profile_photo_url: string;
            /** @description The tags that the viewer's organizations put on it, oldest first. */
            tags: components["schemas"]["Tag"][];
        };
        /** @description A video of a product on a video hosting service. */
        Video: {
            /** @description The video's code at the hosting service. */
            video_code: string;
            /** @description The name of the hosting service. */
            type: string;
            /** @description The address of the video. */
            url: string;
        };
        /** @description The body of 401 where credentials are needed. */
        Unauthenticated: {
            /** @description A message for people. */
            message: string;
        };
        /** @description The body of 422. */
        InvalidInput: {
            /** @description Messages by the dotted path of the member, such as `leader.email` or `orders.ids.3`. */
            errors: {
                [key: string]: string[];
            };
            /** @description Details of the error. */
            meta: {
                /** @description A message for people. */
                message: string;
                /** @description An id for support, if any. */
                tracking_id: string | null;
            };
        };
        /** @description The body of every other error response. */
        HttpError: {
            /** @description Always null. */
            errors: null;
            /** @description Details of the error. */
            meta: {
                /** @description A message for people. */
                message: string;
                /** @description Always null. */
                tracking_id: null;
            };
        };
        /** @description The body of 500. */
        UnexpectedError: {
            /** @description Always null. */
            errors: null;
            /** @description Details of the error. */
            meta: {
                /** @description A message for people. */
                message: string;
                /** @description The id of the error, for support. */
                tracking_id: string;
            };
        };
    };
    responses: {
        /** @description The address, a header or the JSON of the body is malformed. */
        Malformed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description The credentials in the request were refused. */
        WrongCredentials: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description The request took too long to arrive; the connection is closed. */
        Timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description The body is larger than the server accepts. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description The `Content-Type` of the body is not supported, or the body has a `Content-Encoding`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description The `Expect` header is not `100-continue`. */
        ExpectationFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description Members are invalid; `errors` names each by its dotted path. */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidInput"];
            };
        };
        /** @description There were too many requests; `Retry-After` says when to retry. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description URL and headers together are larger than the server accepts. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description An internal server error; `tracking_id` equals the header X-Request-Id. */
        Unexpected: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnexpectedError"];
            };
        };
        /** @description The server is busy, shutting down or without its database; `Retry-After` says when to retry. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description The resource does not exist, or the caller may not see it. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description There are no valid credentials. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Unauthenticated"];
            };
        };
        /** @description The caller is not allowed to do this. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description The request conflicts with the current state. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
        /** @description The resource no longer has the version in `If-Match`. */
        Changed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HttpError"];
            };
        };
    };
    parameters: {
        /**
         * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
         *
         *     Open fact: [language](/docs/open-facts#language).
         */
        "X-Lang": string;
        /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
        "Idempotency-Key": string;
        /** @description The ETag with which the order was read; 412 if the order has changed since. */
        "If-Match": string;
        /** @description An ETag; the answer is 304 when it still matches. */
        "If-None-Match": string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of this request in the server log. */
        "X-Request-Id": string;
        /** @description The language of the answer. */
        "Content-Language": string;
        /** @description Present when the answer is that of an earlier request with the same `Idempotency-Key`. */
        "Idempotent-Replayed": "true";
        /**
         * @description The quotas that counted the request, if there are any (draft-ietf-httpapi-ratelimit-headers): `q` requests in a window of `w` seconds, of the organization or of the user. Without a quota the header is absent.
         *
         *     Open fact: [rate-limit](/docs/open-facts#rate-limit).
         */
        "RateLimit-Policy": string;
        /**
         * @description What is left of these quotas: `r` requests, and more in `t` seconds, when a new window begins, or earlier while the quota is granted evenly. Other clients of the organization use it, too.
         *
         *     Open fact: [rate-limit](/docs/open-facts#rate-limit).
         */
        RateLimit: string;
        /** @description Whether the answer may be cached: `no-store`, or `no-cache` where its ETag must be revalidated. */
        "Cache-Control": string;
        /** @description Identifies exactly this body. */
        ETag: string;
        /** @description The headers of the request that the answer depends on. */
        Vary: string;
        /** @description Offers a name for the file. */
        "Content-Disposition": string;
        /** @description Seconds after which the same request may succeed. */
        "Retry-After": string;
        /** @description How to send credentials. */
        "WWW-Authenticate": "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    CreateTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "partner@demo.example",
                 *       "password": "partner-demo"
                 *     }
                 */
                "application/json": components["schemas"]["CreateTokensInput"];
            };
        };
        responses: {
            /** @description Log in */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The result; null where the change was refused. */
                        data: components["schemas"]["TokenPair"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["WrongCredentials"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    RefreshTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id with which the refresh token begins. */
                token: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "12|the-text-of-the-login"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshTokensInput"];
            };
        };
        responses: {
            /** @description Exchange a refresh token */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The result; null where the change was refused. */
                        data: components["schemas"]["TokenPair"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["WrongCredentials"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    RevokeTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
            };
            path: {
                /** @description The id with which the refresh token begins. */
                token: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Log out */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    RefreshTokensPatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id with which the refresh token begins. */
                token: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "12|the-text-of-the-login"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshTokensInput"];
            };
        };
        responses: {
            /** @description Exchange a refresh token */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The result; null where the change was refused. */
                        data: components["schemas"]["TokenPair"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["WrongCredentials"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListCategories: {
        parameters: {
            query?: {
                /** @description Beginning of the title, without regard to letter case. */
                query?: string;
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List categories */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The categories of the products that the viewer sees, by title. */
                        data: components["schemas"]["Category"][];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListCities: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Entries per page, 1 to 1,000. Default 15. */
                per_page?: number;
                /** @description Narrows the list. */
                filter?: components["schemas"]["CityFilter"];
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List cities */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The cities that are visible to the viewer, by name, paginated. */
                        data: components["schemas"]["City"][];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListCountries: {
        parameters: {
            query?: {
                /** @description Beginning of the name, without regard to letter case. */
                query?: string;
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List countries */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The countries of the cities that the viewer sees, by name. */
                        data: {
                            /** @description Always null. */
                            id: null;
                            /** @description The country's name. */
                            name: string;
                            /** @description ISO 3166-1 code, two upper-case letters. */
                            code: string;
                        }[];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListDestinations: {
        parameters: {
            query?: {
                /** @description Part of the name of a city, country or experience, without regard to letter case. */
                query?: string;
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search destinations */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The cities and countries of published products, by name. A matching experience yields its city and country. No authentication required. */
                        data: {
                            /**
                             * Format: int64
                             * @description Id of the city or country.
                             */
                            id: number;
                            /** @description Name of the city or country. */
                            title: string;
                            /** @description City or country. */
                            type: components["schemas"]["DestinationKind"];
                        }[];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListLabels: {
        parameters: {
            query?: {
                /** @description Part of the label, without regard to letter case. */
                query?: string;
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List labels */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The labels of the products that the viewer sees, each once, in alphabetical order. */
                        data: string[];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListOrders: {
        parameters: {
            query?: {
                /** @description Narrows the list. */
                filter?: components["schemas"]["OrderFilter"];
                /** @description Page number, from 1. */
                page?: number;
                /** @description Entries per page, 1 to 1,000. Default 15. */
                per_page?: number;
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List orders */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The orders that the viewer may see, newest first, in pages. */
                        data: (components["schemas"]["OrderList"] & {
                            /** @description The transfer to the experience. */
                            pickup?: components["schemas"]["Transfer"];
                            /** @description The transfer back. */
                            dropoff?: components["schemas"]["Transfer"];
                        })[];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateOrders: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orders": {
                 *         "ids": [
                 *           501,
                 *           502
                 *         ]
                 *       },
                 *       "status": "Cancelled"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrdersInput"];
            };
        };
        responses: {
            /** @description Update orders */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The result; null where the change was refused. */
                        data: components["schemas"]["OrderList"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ExportOrders: {
        parameters: {
            query?: {
                /** @description Narrows the list. */
                filter?: components["schemas"]["OrderFilter"];
                /** @description Page number, from 1. */
                page?: number;
                /** @description Entries per page, 1 to 1,000. */
                per_page?: number;
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Export orders */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description Id of the order, or one of its tags: the value, or `key:value`. */
                order: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show an order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description An order that the viewer may see. */
                        data: components["schemas"]["OrderFull"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag with which the order was read; 412 if the order has changed since. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description Id of the order, or one of its tags: the value, or `key:value`. */
                order: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reference_code": "DESK-7",
                 *       "pickup": {
                 *         "date": "2026-06-09",
                 *         "time": "08:30",
                 *         "location": {
                 *           "point": [
                 *             "52.3702",
                 *             "4.8952",
                 *             "Damrak 1, Amsterdam"
                 *           ]
                 *         }
                 *       },
                 *       "leader": {
                 *         "email": "ada@guest.example"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrderInput"];
            };
        };
        responses: {
            /** @description Update an order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The result; null where the change was refused. */
                        data: components["schemas"]["OrderFull"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Changed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdateOrderPatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The ETag with which the order was read; 412 if the order has changed since. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description Id of the order, or one of its tags: the value, or `key:value`. */
                order: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reference_code": "DESK-7",
                 *       "pickup": {
                 *         "date": "2026-06-09",
                 *         "time": "08:30",
                 *         "location": {
                 *           "point": [
                 *             "52.3702",
                 *             "4.8952",
                 *             "Damrak 1, Amsterdam"
                 *           ]
                 *         }
                 *       },
                 *       "leader": {
                 *         "email": "ada@guest.example"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrderInput"];
            };
        };
        responses: {
            /** @description Update an order */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The result; null where the change was refused. */
                        data: components["schemas"]["OrderFull"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Changed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    UpdatePosOrders: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orders": {
                 *         "ids": [
                 *           501,
                 *           502
                 *         ]
                 *       },
                 *       "status": "Cancelled"
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePosOrdersInput"];
            };
        };
        responses: {
            /** @description Update orders at the point of sale */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The result; null where the change was refused. */
                        data: components["schemas"]["OrderList"][];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    SearchProducts: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Entries per page, 1 to 1,000. Default 15. */
                per_page?: number;
                /** @description Narrows the list. */
                filter?: components["schemas"]["ProductSearchFilter"];
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description Id or name of a role of the viewer. */
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search products */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The products that a role offers, by title, paginated. */
                        data: components["schemas"]["ProductEntry"][];
                        /** @description Where the page lies in the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description Id or name of a role of the viewer. */
                role: string;
                /** @description Id of the product. Id of the product. */
                product: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show a product */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A product that a role may sell and that is not withdrawn. */
                        data: components["schemas"]["ProductDetail"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListRatesByDate: {
        parameters: {
            query?: {
                /** @description Narrows days and rates. */
                filter?: components["schemas"]["RatesFilter"];
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description Id or name of a role of the viewer. */
                role: string;
                /** @description Id of the product. */
                product: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List rates by date */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rates of a product by day, with their departures. Sold-out departures are included, with no places left. */
                        data: components["schemas"]["RatesOnDate"][];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListAvailableDates: {
        parameters: {
            query?: {
                /** @description Narrows the days. */
                filter?: components["schemas"]["DatesFilter"];
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description Id or name of a role of the viewer. */
                role: string;
                /** @description Id of the product. */
                product: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List available dates */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetPickupOptions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description Id or name of a role of the viewer. */
                role: string;
                /** @description Id of the service level. */
                service_level: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show pickup options */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The pickup options of a service level. */
                        data: components["schemas"]["PickupOptions"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListProducts: {
        parameters: {
            query?: {
                /** @description Page number, from 1. */
                page?: number;
                /** @description Entries per page, 1 to 1,000. Default 15. */
                per_page?: number;
                /** @description Narrows the list. */
                filter?: components["schemas"]["ProductFilter"];
                /** @description Default: by title. Ties are sorted by id. One of `title`, `-title`, `id`, `-id`, where - means descending; several in a list or joined by `|` or a comma. */
                sort?: string | string[];
            };
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List products */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The products that are visible to the viewer, offered or not, paginated. */
                        data: components["schemas"]["ProductDetail"][];
                        /** @description Where the page lies in the whole list. */
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    BookOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Id or name of a role of the viewer that may book. */
                role: string;
                /** @description Id of the service level. */
                service_level: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "leader": {
                 *         "first_name": "Ada",
                 *         "last_name": "Byron",
                 *         "email": "ada@guest.example"
                 *       },
                 *       "passengers": [
                 *         {
                 *           "first_name": "Mary",
                 *           "last_name": "Somerville"
                 *         }
                 *       ],
                 *       "details": {
                 *         "availability_id": 7301
                 *       },
                 *       "tags": [
                 *         {
                 *           "key": "desk",
                 *           "value": "lobby"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BookOrderInput"];
            };
        };
        responses: {
            /** @description Book a product */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The result; null where the change was refused. */
                        data: components["schemas"]["OrderFull"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    SynchroniseTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Any text; it has no effect. */
                tag: string;
                /** @description The kind of resource of the ids. */
                target: "products" | "roles" | "cities" | "users" | "transfers" | "orders" | "categories" | "bookings";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         501
                 *       ],
                 *       "tags": [
                 *         {
                 *           "key": "desk",
                 *           "value": "lobby"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SynchroniseTagsInput"];
            };
        };
        responses: {
            /** @description Synchronise tags */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always an empty list. */
                        data: unknown[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    AssignTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Any text; it has no effect. */
                tag: string;
                /** @description The kind of resource of the ids. */
                target: "products" | "roles" | "cities" | "users" | "transfers" | "orders" | "categories" | "bookings";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         501
                 *       ],
                 *       "tags": [
                 *         {
                 *           "key": "desk",
                 *           "value": "lobby"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AssignTagsInput"];
            };
        };
        responses: {
            /** @description Assign tags */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always an empty list. */
                        data: unknown[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    RemoveTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description Any text; it has no effect. */
                tag: string;
                /** @description The kind of resource of the ids. */
                target: "products" | "roles" | "cities" | "users" | "transfers" | "orders" | "categories" | "bookings";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         501
                 *       ],
                 *       "tags": [
                 *         {
                 *           "key": "desk",
                 *           "value": "lobby"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RemoveTagsInput"];
            };
        };
        responses: {
            /** @description Remove tags */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always an empty list. */
                        data: unknown[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["Timeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    GetProfile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show my profile */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The acting user. */
                        data: components["schemas"]["Profile"];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListContactPersons: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List contact persons */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Users who may be assigned as contact person of an order, by name. */
                        data: components["schemas"]["UserSummary"][];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListDrivers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List drivers */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Users who may be assigned as driver of a transfer, by name. */
                        data: components["schemas"]["UserSummary"][];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListIssuers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List issuers */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Users who may book products, by name. */
                        data: components["schemas"]["UserSummary"][];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    ListTourGuides: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.
                 *
                 *     Open fact: [language](/docs/open-facts#language).
                 */
                "X-Lang"?: components["parameters"]["X-Lang"];
                /** @description An ETag; the answer is 304 when it still matches. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List tour guides */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Users who may be assigned as tour guide of an order, by name. */
                        data: components["schemas"]["UserSummary"][];
                    };
                };
            };
            /** @description Not modified since the ETag in If-None-Match. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Language": components["headers"]["Content-Language"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["Timeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            417: components["responses"]["ExpectationFailed"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Unexpected"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Receive-order-updated": {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the body: the same in every attempt, so that a receiver recognizes an event that it has already received. */
                "webhook-id": string;
                /** @description When this request was sent, in seconds since 1970: new in every attempt. Refuse a request that is more than five minutes off. */
                "webhook-timestamp": string;
                /** @description One signature or, while a new secret replaces an old one, two with a space between: each is `v1,` and, in base64, the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the endpoint's secret (the base64 after `whsec_`, decoded). Libraries of Standard Webhooks check it. */
                "webhook-signature": string;
                /** @description Number of the order's version that the body shows. Events of an order with a smaller number than one that was seen are stale. */
                "X-Order-Sequence": string;
                /** @description Present when staff sent the event to test the endpoint, without a change. */
                "X-Webhook-Test"?: "1";
                /** @description Present where the operator records traces: the place of this attempt in the trace of the change (W3C Trace Context). A request of the API that had a `traceparent` gives its trace to the event. Receivers may ignore it. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the event, the same in every attempt.
                     */
                    id: string;
                    /**
                     * @description The kind of event.
                     * @constant
                     */
                    event: "order-updated";
                    /** @description When it happened, in UTC. */
                    created_at: string;
                    /** @description The order as the change left it. */
                    data: components["schemas"]["OrderWebhook"];
                    /** @description Additional data. */
                    meta: {
                        /** @description The user who changed it. */
                        user: components["schemas"]["UserSummary"];
                    };
                };
            };
        };
        responses: {
            /** @description Gone: the endpoint is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Try later: repeated by the schedule, not before `Retry-After` (seconds, or a date) allows it. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed: repeated by the schedule. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
