//! Diesel's view of the tables; both databases have the same columns (a test compares them).

diesel::table! {
    meta (name) {
        name -> Text,
        value -> Text,
    }
}

diesel::table! {
    members (id) {
        id -> BigInt,
        phone -> Nullable<Text>,
        user_name -> Nullable<Text>,
        email -> Text,
        nickname -> Text,
        avatar -> Text,
        sex -> SmallInt,
        birthday -> Text,
        location -> Text,
        channel_code -> Text,
        point -> BigInt,
        role -> SmallInt,
        permissions -> Text,
        password_hash -> Text,
        disabled -> Bool,
        created_ms -> BigInt,
        signed_in_ms -> Nullable<BigInt>,
        deleted_ms -> Nullable<BigInt>,
        must_change_password -> Bool,
        parent_id -> Nullable<BigInt>,
        findable -> Bool,
        sub_name -> Text,
        sub_since_ms -> Nullable<BigInt>,
        sub_off_ms -> Nullable<BigInt>,
        disabled_reason -> Text,
        own_permissions -> Text,
    }
}

diesel::table! {
    roles (id) {
        id -> BigInt,
        name -> Text,
        name_key -> Text,
        permissions -> Text,
        created_ms -> BigInt,
        updated_ms -> BigInt,
    }
}

diesel::table! {
    member_roles (member_id, role_id) {
        member_id -> BigInt,
        role_id -> BigInt,
    }
}

diesel::table! {
    branding (id) {
        id -> SmallInt,
        title -> Text,
        main -> Text,
        left_bg -> Text,
        welcome_text -> Text,
        register_type -> Text,
        renew_redesign -> SmallInt,
        login_way -> Text,
        service_url -> Text,
        service_hours -> Text,
        title_en -> Text,
        welcome_text_en -> Text,
        service_hours_en -> Text,
        updated_ms -> BigInt,
        ways_off -> Text,
        ways_updated_ms -> BigInt,
    }
}

diesel::table! {
    dict_data (id) {
        id -> BigInt,
        dict_type -> Text,
        sort -> Integer,
        value -> Text,
        label -> Text,
        label_en -> Text,
        created_ms -> BigInt,
        css_class -> Text,
        list_class -> Text,
        is_default -> Bool,
        disabled -> Bool,
        remark -> Text,
        version -> BigInt,
    }
}

diesel::table! {
    config (id) {
        id -> BigInt,
        name -> Text,
        key -> Text,
        value -> Nullable<Text>,
        built_in -> Bool,
        remark -> Text,
        version -> BigInt,
        created_ms -> BigInt,
        updated_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    exports (token_hash) {
        token_hash -> Text,
        member_id -> BigInt,
        session_id -> BigInt,
        name -> Text,
        media_type -> Text,
        bytes -> Binary,
        until_ms -> BigInt,
    }
}

diesel::table! {
    feedback (id) {
        id -> BigInt,
        member_id -> BigInt,
        title -> Text,
        content -> Text,
        created_ms -> BigInt,
        answer -> Nullable<Text>,
        answered_ms -> Nullable<BigInt>,
        answered_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    customer_services (id) {
        id -> BigInt,
        kind -> SmallInt,
        account -> Text,
        html_code -> Text,
        created_ms -> BigInt,
        place -> SmallInt,
    }
}

diesel::table! {
    sessions (id) {
        id -> BigInt,
        member_id -> BigInt,
        terminal -> Text,
        generation -> BigInt,
        created_ms -> BigInt,
        ended_ms -> Nullable<BigInt>,
        end_reason -> Nullable<SmallInt>,
        address -> Text,
        device -> Text,
        seen_ms -> BigInt,
        scopes -> Nullable<SmallInt>,
        level -> Nullable<SmallInt>,
        phones -> Nullable<Text>,
        until_ms -> Nullable<BigInt>,
        made_by -> Nullable<BigInt>,
        seen_generation -> BigInt,
        proved_ms -> Nullable<BigInt>,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    refresh_tokens (hash) {
        hash -> Text,
        session_id -> BigInt,
        generation -> BigInt,
        expires_ms -> BigInt,
        used_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    access_tokens (hash) {
        hash -> Text,
        session_id -> BigInt,
        expires_ms -> BigInt,
        generation -> Nullable<BigInt>,
    }
}

diesel::table! {
    configurations (id) {
        id -> BigInt,
        name -> Text,
        name_en -> Text,
        android_version -> Text,
        chip -> Text,
        pad_type -> SmallInt,
        dpi -> Integer,
        code -> Text,
        cores -> Integer,
        memory_mb -> Integer,
        storage_gb -> Integer,
        on_sale -> Bool,
        version -> BigInt,
        changed_by -> Nullable<BigInt>,
        changed_ms -> BigInt,
    }
}

diesel::table! {
    phones (id) {
        id -> BigInt,
        owl_id -> Text,
        configuration_id -> BigInt,
        adb -> Text,
        carrier -> SmallInt,
        dpi -> Integer,
        owner_id -> Nullable<BigInt>,
        alias -> Text,
        alias_key -> Text,
        sort_key -> Text,
        assign_ms -> BigInt,
        expire_ms -> BigInt,
        power_on -> Bool,
        healthy -> Bool,
        reason -> Nullable<Text>,
        status_since_ms -> BigInt,
        created_ms -> BigInt,
        operation_id -> Nullable<BigInt>,
        busy_code -> Nullable<SmallInt>,
        failed_code -> Nullable<SmallInt>,
        maintenance -> Bool,
        status_code -> SmallInt,
        group_id -> Nullable<BigInt>,
        left_by -> Nullable<BigInt>,
        reserved_by -> Nullable<BigInt>,
        failed_reason -> Nullable<Text>,
        ended_ms -> Nullable<BigInt>,
        recycled_ms -> Nullable<BigInt>,
        reminded -> SmallInt,
        auto_renew -> Bool,
        removed_ms -> Nullable<BigInt>,
        note -> Text,
    }
}

diesel::table! {
    phone_proxies (phone_id) {
        phone_id -> BigInt,
        owner_id -> BigInt,
        protocol -> SmallInt,
        host -> Text,
        port -> Integer,
        login -> Nullable<Text>,
        country -> Nullable<Integer>,
        city -> Nullable<BigInt>,
        set_ms -> BigInt,
        generation -> BigInt,
        bytes_up -> BigInt,
        bytes_down -> BigInt,
        leaving -> Bool,
        tested_ms -> Nullable<BigInt>,
        exit_address -> Nullable<Text>,
        delay_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    maintenances (id) {
        id -> BigInt,
        scope -> SmallInt,
        host -> Nullable<Text>,
        configuration_id -> Nullable<BigInt>,
        from_ms -> BigInt,
        until_ms -> Nullable<BigInt>,
        reason_zh -> Text,
        reason_en -> Text,
        created_by -> BigInt,
        created_ms -> BigInt,
        started_ms -> Nullable<BigInt>,
        ended_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    maintenance_phones (maintenance_id, phone_id) {
        maintenance_id -> BigInt,
        phone_id -> BigInt,
        held_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    share_links (session_id) {
        session_id -> BigInt,
        member_id -> BigInt,
        token_hash -> Text,
        passcode_hash -> Nullable<Text>,
        viewers_max -> BigInt,
        opened -> BigInt,
        created_ms -> BigInt,
        kind -> Text,
        sha256 -> Nullable<Text>,
        file_name -> Nullable<Text>,
        package -> Nullable<Text>,
        app_name -> Nullable<Text>,
        minutes -> Nullable<BigInt>,
        clears_data -> Nullable<Bool>,
    }
}

diesel::table! {
    link_trials (phone_id) {
        phone_id -> BigInt,
        link_id -> BigInt,
        session_id -> BigInt,
        batch_id -> Nullable<BigInt>,
        due_ms -> BigInt,
    }
}

diesel::table! {
    calendar_links (member_id) {
        member_id -> BigInt,
        generation -> BigInt,
        token_hash -> Text,
        created_ms -> BigInt,
    }
}

diesel::table! {
    reminder_wishes (member_id) {
        member_id -> BigInt,
        by_sms -> Bool,
        by_mail -> Bool,
        lang -> Text,
    }
}

diesel::table! {
    reminders (id) {
        id -> BigInt,
        member_id -> BigInt,
        way -> SmallInt,
        lang -> Text,
        template -> Text,
        params -> Text,
        tries -> Integer,
        created_ms -> BigInt,
        due_ms -> BigInt,
    }
}

diesel::table! {
    purges (id) {
        id -> BigInt,
        member_id -> BigInt,
        phone_id -> BigInt,
        owl_id -> Text,
        alias -> Text,
        configuration_id -> BigInt,
        given_up -> Bool,
        expire_ms -> BigInt,
        purged_ms -> BigInt,
        operation_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    replacements (operation_id) {
        operation_id -> BigInt,
        member_id -> BigInt,
        old_phone_id -> BigInt,
        old_owl_id -> Text,
        new_phone_id -> BigInt,
        new_owl_id -> Text,
        alias -> Text,
        replaced_ms -> BigInt,
        wipe_operation_id -> Nullable<BigInt>,
    }
}

diesel::table! {
    transfers (backup_id) {
        backup_id -> BigInt,
        phone_id -> BigInt,
        member_id -> BigInt,
        new_phone_id -> BigInt,
        operation_id -> BigInt,
    }
}

diesel::table! {
    operation_batches (id) {
        id -> BigInt,
        member_id -> BigInt,
        kind -> Text,
        created_ms -> BigInt,
        total -> Integer,
        retry_of -> Nullable<BigInt>,
        file_key -> Nullable<Text>,
    }
}

diesel::table! {
    operations (id) {
        id -> BigInt,
        batch_id -> BigInt,
        position -> Integer,
        member_id -> BigInt,
        phone_id -> BigInt,
        kind -> Text,
        input -> Text,
        state -> SmallInt,
        step -> SmallInt,
        phase -> SmallInt,
        before -> Nullable<Text>,
        generation -> BigInt,
        created_ms -> BigInt,
        started_ms -> Nullable<BigInt>,
        since_ms -> BigInt,
        deadline_ms -> Nullable<BigInt>,
        due_ms -> Nullable<BigInt>,
        ended_ms -> Nullable<BigInt>,
        reason -> Nullable<Text>,
        refusal -> Nullable<BigInt>,
        refusal_status -> Nullable<SmallInt>,
        refusal_word -> Nullable<Text>,
        sent_bytes -> Nullable<BigInt>,
        item -> Nullable<SmallInt>,
        identity -> Nullable<Text>,
    }
}

diesel::table! {
    phone_groups (id) {
        id -> BigInt,
        member_id -> BigInt,
        name -> Text,
        name_key -> Text,
        created_ms -> BigInt,
        auto_renew -> Bool,
    }
}

diesel::table! {
    tags (id) {
        id -> BigInt,
        member_id -> BigInt,
        name -> Text,
        name_key -> Text,
        created_ms -> BigInt,
    }
}

diesel::table! {
    phone_tags (tag_id, phone_id) {
        tag_id -> BigInt,
        phone_id -> BigInt,
        created_ms -> BigInt,
    }
}

diesel::table! {
    trials (phone_number) {
        phone_number -> Text,
        member_id -> BigInt,
        phone_id -> BigInt,
        created_ms -> BigInt,
    }
}

diesel::table! {
    grants (id) {
        id -> BigInt,
        phone_id -> BigInt,
        owner_id -> BigInt,
        member_id -> BigInt,
        level -> SmallInt,
        created_ms -> BigInt,
        expire_ms -> BigInt,
        ended_ms -> Nullable<BigInt>,
        end_cause -> Nullable<SmallInt>,
    }
}

diesel::table! {
    allotments (id) {
        id -> BigInt,
        phone_id -> BigInt,
        owner_id -> BigInt,
        member_id -> BigInt,
        ticks -> SmallInt,
        created_ms -> BigInt,
        ended_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    sub_invitations (id) {
        id -> BigInt,
        parent_id -> BigInt,
        number -> Text,
        name -> Text,
        ticks -> SmallInt,
        created_ms -> BigInt,
        expire_ms -> BigInt,
    }
}

diesel::table! {
    sub_invitation_phones (invitation_id, phone_id) {
        invitation_id -> BigInt,
        phone_id -> BigInt,
    }
}

diesel::table! {
    seats (phone_id) {
        phone_id -> BigInt,
        epoch -> BigInt,
        state -> SmallInt,
        member_id -> Nullable<BigInt>,
        session_id -> Nullable<BigInt>,
        until_ms -> Nullable<BigInt>,
        resume_hash -> Nullable<Text>,
        played_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    tickets (hash) {
        hash -> Text,
        purpose -> SmallInt,
        member_id -> BigInt,
        session_id -> BigInt,
        phones -> Text,
        level -> SmallInt,
        control -> Bool,
        epoch -> BigInt,
        expires_ms -> BigInt,
        used_ms -> Nullable<BigInt>,
        until_ms -> Nullable<BigInt>,
        subject -> Text,
    }
}

diesel::table! {
    audit (id) {
        id -> BigInt,
        at_ms -> BigInt,
        kind -> Text,
        member_id -> Nullable<BigInt>,
        session_id -> Nullable<BigInt>,
        object -> Text,
        address -> Nullable<Text>,
        detail -> Text,
        value_before -> Nullable<Text>,
        value_after -> Nullable<Text>,
    }
}

diesel::table! {
    avatars (name, size) {
        name -> Text,
        size -> SmallInt,
        member_id -> BigInt,
        png -> Bool,
        bytes -> Binary,
    }
}

diesel::table! {
    market_apps (id) {
        id -> BigInt,
        package -> Text,
        name_zh -> Text,
        name_en -> Text,
        description_zh -> Text,
        description_en -> Text,
        created_ms -> BigInt,
        changed_ms -> BigInt,
        down_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    market_versions (id) {
        id -> BigInt,
        app_id -> BigInt,
        version_code -> BigInt,
        file_name -> Text,
        kind -> Text,
        app -> Text,
        icon -> Nullable<Binary>,
        sha256 -> Text,
        size_bytes -> BigInt,
        added_ms -> BigInt,
        used_ms -> BigInt,
        down_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    uploads (id) {
        id -> BigInt,
        member_id -> BigInt,
        set_key -> Text,
        name -> Text,
        name_key -> Text,
        size_bytes -> BigInt,
        received_bytes -> BigInt,
        stored_bytes -> BigInt,
        sha256 -> Nullable<Text>,
        ready_ms -> Nullable<BigInt>,
        kind -> Nullable<Text>,
        app -> Nullable<Text>,
        icon -> Nullable<Binary>,
        created_ms -> BigInt,
        used_ms -> BigInt,
    }
}

diesel::table! {
    lookups (hash) {
        hash -> Text,
        asker_id -> BigInt,
        found_id -> Nullable<BigInt>,
        at_ms -> BigInt,
    }
}

diesel::table! {
    notices (id) {
        id -> BigInt,
        member_id -> BigInt,
        kind -> SmallInt,
        template -> Text,
        params -> Text,
        created_ms -> BigInt,
        read_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    codes (id) {
        id -> Text,
        target -> Text,
        purpose -> SmallInt,
        member_id -> Nullable<BigInt>,
        answer -> Text,
        tries -> SmallInt,
        sent_ms -> BigInt,
        expires_ms -> BigInt,
        ended_ms -> Nullable<BigInt>,
        failed -> Bool,
    }
}

diesel::table! {
    sendings (target) {
        target -> Text,
        last_ms -> BigInt,
        day -> BigInt,
        sent -> BigInt,
    }
}

diesel::table! {
    captchas (id) {
        id -> Text,
        action -> SmallInt,
        answer -> Text,
        expires_ms -> BigInt,
        solved -> Bool,
    }
}

diesel::table! {
    limits (name) {
        name -> Text,
        spent -> BigInt,
        ends_ms -> BigInt,
    }
}

diesel::table! {
    devices (hash) {
        hash -> Text,
        member_id -> BigInt,
        seen_ms -> BigInt,
    }
}

diesel::table! {
    page_views (id) {
        id -> BigInt,
        member_id -> BigInt,
        path -> Text,
        title -> Text,
        at_ms -> BigInt,
    }
}

diesel::table! {
    social_states (hash) {
        hash -> Text,
        kind -> SmallInt,
        redirect_uri -> Text,
        browser -> Text,
        expires_ms -> BigInt,
        used_ms -> Nullable<BigInt>,
        code -> Nullable<Text>,
    }
}

diesel::table! {
    social_accounts (id) {
        id -> BigInt,
        kind -> SmallInt,
        issuer -> Text,
        subject -> Text,
        member_id -> BigInt,
        nickname -> Text,
        created_ms -> BigInt,
    }
}

diesel::table! {
    social_tokens (hash) {
        hash -> Text,
        kind -> SmallInt,
        issuer -> Text,
        subject -> Text,
        nickname -> Text,
        expires_ms -> BigInt,
        used_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    packages (id) {
        id -> BigInt,
        configuration_id -> BigInt,
        days -> BigInt,
        created_ms -> BigInt,
    }
}

diesel::table! {
    price_versions (id) {
        id -> BigInt,
        configuration_id -> BigInt,
        number -> BigInt,
        from_ms -> Nullable<BigInt>,
        until_ms -> Nullable<BigInt>,
        packages -> Text,
        changed_by -> Nullable<BigInt>,
        changed_ms -> BigInt,
    }
}

diesel::table! {
    orders (id) {
        id -> BigInt,
        number -> Text,
        member_id -> BigInt,
        kind -> SmallInt,
        state -> SmallInt,
        created_ms -> BigInt,
        deadline_ms -> BigInt,
        due_ms -> Nullable<BigInt>,
        key_hash -> Nullable<Text>,
        body_hash -> Text,
        agreed_ms -> BigInt,
        configuration_id -> Nullable<BigInt>,
        carrier -> Nullable<SmallInt>,
        spec_name -> Text,
        spec_name_en -> Text,
        package_days -> Nullable<BigInt>,
        quantity -> BigInt,
        unit_fen -> Nullable<BigInt>,
        list_fen -> BigInt,
        total_fen -> BigInt,
        paid_fen -> BigInt,
        refunded_fen -> BigInt,
        paid_ms -> Nullable<BigInt>,
        wallet -> Nullable<SmallInt>,
        way -> Nullable<SmallInt>,
        trade_no -> Nullable<Text>,
        agreement_id -> Nullable<BigInt>,
        points -> BigInt,
        points_rate -> BigInt,
    }
}

diesel::table! {
    redeem_batches (id) {
        id -> BigInt,
        number -> BigInt,
        note -> Text,
        note_key -> Text,
        gives -> SmallInt,
        configuration_id -> Nullable<BigInt>,
        days -> BigInt,
        from_ms -> BigInt,
        until_ms -> BigInt,
        per_account -> Nullable<BigInt>,
        total -> BigInt,
        used -> BigInt,
        voided -> BigInt,
        created_by -> Nullable<BigInt>,
        created_ms -> BigInt,
        voided_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    redeem_codes (id) {
        id -> BigInt,
        batch_id -> BigInt,
        position -> Integer,
        code_hash -> Text,
        head -> Text,
        used_ms -> Nullable<BigInt>,
        used_by -> Nullable<BigInt>,
        phone_id -> Nullable<BigInt>,
        owl_id -> Nullable<Text>,
        alias -> Nullable<Text>,
        alias_key -> Nullable<Text>,
        old_expire_ms -> Nullable<BigInt>,
        new_expire_ms -> Nullable<BigInt>,
        voided_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    agreements (id) {
        id -> BigInt,
        kind -> SmallInt,
        version -> BigInt,
        title_zh -> Text,
        title_en -> Text,
        text_zh -> Text,
        text_en -> Text,
        created_by -> Nullable<BigInt>,
        created_ms -> BigInt,
        changed_ms -> BigInt,
        published_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    agreement_acceptances (agreement_id, member_id) {
        agreement_id -> BigInt,
        member_id -> BigInt,
        accepted_ms -> BigInt,
    }
}

diesel::table! {
    order_lines (order_id, position) {
        order_id -> BigInt,
        position -> Integer,
        phone_id -> Nullable<BigInt>,
        owl_id -> Nullable<Text>,
        alias -> Nullable<Text>,
        package_id -> Nullable<BigInt>,
        days -> BigInt,
        quantity -> BigInt,
        list_fen -> BigInt,
        unit_fen -> BigInt,
        total_fen -> BigInt,
        bought_ms -> BigInt,
        align_ms -> Nullable<BigInt>,
        old_expire_ms -> Nullable<BigInt>,
        new_expire_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    order_phones (order_id, phone_id) {
        order_id -> BigInt,
        phone_id -> BigInt,
        alias -> Text,
        assign_ms -> BigInt,
        expire_ms -> BigInt,
    }
}

diesel::table! {
    pay_attempts (id) {
        id -> BigInt,
        order_id -> BigInt,
        number -> Text,
        wallet -> SmallInt,
        way -> SmallInt,
        amount_fen -> BigInt,
        created_ms -> BigInt,
        expires_ms -> BigInt,
        state -> SmallInt,
        shown -> Nullable<Text>,
        looks -> Integer,
        looked_ms -> BigInt,
        due_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    payments (id) {
        id -> BigInt,
        attempt_id -> BigInt,
        order_id -> BigInt,
        wallet -> SmallInt,
        trade_no -> Text,
        amount_fen -> BigInt,
        refund_fen -> BigInt,
        fulfilled -> Bool,
        paid_ms -> BigInt,
        created_ms -> BigInt,
        billed_on -> Nullable<Text>,
    }
}

diesel::table! {
    bills (wallet, day) {
        wallet -> SmallInt,
        day -> Text,
        state -> SmallInt,
        was_apart -> Bool,
        fetched_ms -> Nullable<BigInt>,
        due_ms -> Nullable<BigInt>,
        fault -> Nullable<Text>,
        our_payments -> BigInt,
        our_paid_fen -> BigInt,
        our_refunded_fen -> BigInt,
        payments -> BigInt,
        paid_fen -> BigInt,
        refunded_fen -> BigInt,
    }
}

diesel::table! {
    bill_differences (id) {
        id -> BigInt,
        wallet -> SmallInt,
        day -> Text,
        kind -> SmallInt,
        trade_no -> Text,
        number -> Text,
        bill_fen -> Nullable<BigInt>,
        our_fen -> Nullable<BigInt>,
        found_ms -> BigInt,
        solved_ms -> Nullable<BigInt>,
        solved_by -> Nullable<BigInt>,
        note -> Nullable<Text>,
    }
}

diesel::table! {
    payment_mismatches (id) {
        id -> BigInt,
        wallet -> SmallInt,
        attempt -> Text,
        trade_no -> Text,
        amount_fen -> BigInt,
        times -> BigInt,
        created_ms -> BigInt,
        handled_ms -> Nullable<BigInt>,
        handled_by -> Nullable<BigInt>,
        handled_note -> Nullable<Text>,
    }
}

diesel::table! {
    refunds (id) {
        id -> BigInt,
        number -> Text,
        order_id -> BigInt,
        payment_id -> Nullable<BigInt>,
        amount_fen -> BigInt,
        state -> SmallInt,
        cause -> SmallInt,
        reason -> Text,
        answer -> Nullable<Text>,
        created_ms -> BigInt,
        decided_by -> Nullable<BigInt>,
        decided_ms -> Nullable<BigInt>,
        done_ms -> Nullable<BigInt>,
        tries -> Integer,
        due_ms -> Nullable<BigInt>,
        note -> Nullable<Text>,
        billed_on -> Nullable<Text>,
    }
}

diesel::table! {
    ledger_entries (id) {
        id -> BigInt,
        posting_id -> BigInt,
        account -> SmallInt,
        order_id -> BigInt,
        payment_id -> BigInt,
        refund_id -> Nullable<BigInt>,
        amount_fen -> BigInt,
        created_ms -> BigInt,
    }
}

diesel::table! {
    webhooks (id) {
        id -> BigInt,
        member_id -> BigInt,
        name -> Text,
        url -> Text,
        kinds -> SmallInt,
        generation -> BigInt,
        rotated_ms -> Nullable<BigInt>,
        created_ms -> BigInt,
        paused -> Nullable<SmallInt>,
        paused_ms -> Nullable<BigInt>,
        dropped -> BigInt,
        slow -> Bool,
        last_ms -> Nullable<BigInt>,
        last_status -> Nullable<SmallInt>,
        last_error -> Nullable<Text>,
    }
}

diesel::table! {
    webhook_events (id) {
        id -> BigInt,
        member_id -> BigInt,
        kind -> SmallInt,
        subject_id -> BigInt,
        before -> SmallInt,
        after -> SmallInt,
    }
}

diesel::table! {
    webhook_deliveries (id) {
        id -> BigInt,
        webhook_id -> BigInt,
        event_id -> BigInt,
        kind -> SmallInt,
        body -> Text,
        state -> SmallInt,
        tries -> Integer,
        created_ms -> BigInt,
        due_ms -> Nullable<BigInt>,
        tried_ms -> Nullable<BigInt>,
        status -> Nullable<SmallInt>,
        error -> Nullable<Text>,
        took_ms -> Nullable<BigInt>,
    }
}

diesel::table! {
    announcements (id) {
        id -> BigInt,
        msg_type -> SmallInt,
        content_type -> SmallInt,
        title_zh -> Text,
        title_en -> Text,
        content_zh -> Text,
        content_en -> Text,
        pop_frequency -> SmallInt,
        pop_priority -> Integer,
        audience -> SmallInt,
        member_ids -> Text,
        configuration_id -> Nullable<BigInt>,
        sub_accounts -> Bool,
        from_ms -> BigInt,
        until_ms -> Nullable<BigInt>,
        stage -> SmallInt,
        revision -> BigInt,
        created_by -> BigInt,
        created_ms -> BigInt,
        changed_ms -> BigInt,
    }
}

diesel::table! {
    announcement_reads (announcement_id, member_id) {
        announcement_id -> BigInt,
        member_id -> BigInt,
        seen_ms -> BigInt,
        removed -> Bool,
    }
}

diesel::table! {
    pictures (name) {
        name -> Text,
        png -> Bool,
        bytes -> Binary,
        created_ms -> BigInt,
    }
}

diesel::table! {
    point_lots (id) {
        id -> BigInt,
        member_id -> BigInt,
        order_id -> Nullable<BigInt>,
        points -> BigInt,
        rest -> BigInt,
        expired -> BigInt,
        earned_ms -> BigInt,
        expire_ms -> BigInt,
    }
}

diesel::table! {
    point_uses (order_id, lot_id) {
        order_id -> BigInt,
        lot_id -> BigInt,
        points -> BigInt,
        returned -> BigInt,
    }
}

diesel::table! {
    point_records (id) {
        id -> BigInt,
        member_id -> BigInt,
        position -> BigInt,
        kind -> SmallInt,
        cause -> SmallInt,
        points -> BigInt,
        balance -> BigInt,
        order_id -> Nullable<BigInt>,
        refund_id -> Nullable<BigInt>,
        lot_id -> Nullable<BigInt>,
        created_ms -> BigInt,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    point_entries (record_id, account) {
        record_id -> BigInt,
        account -> SmallInt,
        points -> BigInt,
    }
}

diesel::table! {
    point_debts (refund_id) {
        refund_id -> BigInt,
        order_id -> BigInt,
        member_id -> BigInt,
        points -> BigInt,
        created_ms -> BigInt,
    }
}

diesel::joinable!(member_roles -> roles (role_id));
diesel::joinable!(phones -> configurations (configuration_id));
diesel::joinable!(refresh_tokens -> sessions (session_id));
diesel::joinable!(access_tokens -> sessions (session_id));
diesel::joinable!(sessions -> members (member_id));
diesel::joinable!(feedback -> members (member_id));
diesel::joinable!(agreement_acceptances -> agreements (agreement_id));
diesel::joinable!(agreement_acceptances -> members (member_id));
diesel::joinable!(grants -> phones (phone_id));
diesel::joinable!(allotments -> phones (phone_id));
diesel::joinable!(seats -> phones (phone_id));
diesel::joinable!(sub_invitation_phones -> sub_invitations (invitation_id));
diesel::joinable!(operations -> operation_batches (batch_id));
diesel::joinable!(phone_tags -> tags (tag_id));
diesel::joinable!(orders -> members (member_id));
diesel::joinable!(order_phones -> phones (phone_id));
diesel::joinable!(pay_attempts -> orders (order_id));
diesel::joinable!(payments -> pay_attempts (attempt_id));
diesel::joinable!(point_uses -> orders (order_id));
diesel::joinable!(point_uses -> point_lots (lot_id));
diesel::joinable!(point_records -> orders (order_id));
diesel::joinable!(point_records -> refunds (refund_id));
diesel::joinable!(point_records -> point_lots (lot_id));
diesel::joinable!(redeem_batches -> configurations (configuration_id));
diesel::joinable!(redeem_batches -> members (created_by));
diesel::joinable!(redeem_codes -> members (used_by));
diesel::joinable!(redeem_codes -> redeem_batches (batch_id));
diesel::joinable!(calendar_links -> members (member_id));
diesel::joinable!(share_links -> sessions (session_id));
diesel::joinable!(maintenances -> configurations (configuration_id));
diesel::joinable!(maintenances -> members (created_by));
diesel::joinable!(maintenance_phones -> maintenances (maintenance_id));
diesel::joinable!(maintenance_phones -> phones (phone_id));
diesel::joinable!(market_versions -> market_apps (app_id));
diesel::joinable!(refunds -> orders (order_id));
diesel::joinable!(refunds -> payments (payment_id));
diesel::joinable!(webhooks -> members (member_id));
diesel::joinable!(webhook_deliveries -> webhooks (webhook_id));
diesel::allow_tables_to_appear_in_same_query!(
    audit,
    calendar_links,
    phone_proxies,
    maintenances,
    maintenance_phones,
    share_links,
    link_trials,
    market_apps,
    market_versions,
    reminder_wishes,
    reminders,
    members,
    agreements,
    agreement_acceptances,
    announcements,
    announcement_reads,
    feedback,
    sessions,
    refresh_tokens,
    access_tokens,
    configurations,
    phones,
    grants,
    allotments,
    sub_invitations,
    sub_invitation_phones,
    seats,
    tickets,
    operation_batches,
    operations,
    phone_groups,
    tags,
    phone_tags,
    trials,
    packages,
    price_versions,
    orders,
    order_lines,
    order_phones,
    pay_attempts,
    payments,
    redeem_batches,
    redeem_codes,
    refunds,
    ledger_entries,
    webhooks,
    webhook_deliveries,
    purges,
    replacements,
    transfers,
    point_lots,
    point_uses,
    point_records,
    point_entries,
    roles,
    member_roles,
    point_debts,
);
