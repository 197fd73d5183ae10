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
    }
}

diesel::table! {
    configurations (id) {
        id -> BigInt,
        name -> Text,
        android_version -> Text,
        chip -> Text,
        pad_type -> SmallInt,
        dpi -> Integer,
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
    }
}

diesel::joinable!(phones -> configurations (configuration_id));
diesel::joinable!(refresh_tokens -> sessions (session_id));
diesel::joinable!(access_tokens -> sessions (session_id));
diesel::joinable!(sessions -> members (member_id));
diesel::joinable!(grants -> phones (phone_id));
diesel::joinable!(seats -> phones (phone_id));
diesel::allow_tables_to_appear_in_same_query!(
    members,
    sessions,
    refresh_tokens,
    access_tokens,
    configurations,
    phones,
    grants,
    seats,
    tickets,
);
