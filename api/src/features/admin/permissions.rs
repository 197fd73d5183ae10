//! Permissions of the calls under `/system`, by the names that consoles of this family use, and of those about members.

use domain::permissions;

use crate::http::Permission;

macro_rules! permissions {
    ($($(#[$doc:meta])* $name:ident = $text:expr;)*) => {
        $($(#[$doc])* pub struct $name;
        impl Permission for $name {
            const NAME: &str = $text;
        })*
    };
}

permissions! {
    /// Listing dictionaries.
    ListDictionaries = permissions::LIST_DICTIONARIES;
    /// Reading one entry of a dictionary.
    ReadDictionaries = "system:dict:query";
    /// Exporting dictionaries as a table.
    ExportDictionaries = "system:dict:export";
    /// Adding entries to dictionaries.
    AddDictionaries = "system:dict:add";
    /// Changing entries of dictionaries.
    EditDictionaries = "system:dict:edit";
    /// Deleting entries of dictionaries.
    RemoveDictionaries = "system:dict:remove";
    /// Listing the configuration.
    ListConfig = permissions::LIST_CONFIG;
    /// Reading one value of the configuration.
    ReadConfig = "system:config:query";
    /// Exporting the configuration as a table.
    ExportConfig = "system:config:export";
    /// Adding values to the configuration.
    AddConfig = "system:config:add";
    /// Changing values of the configuration.
    EditConfig = "system:config:edit";
    /// Deleting values of the configuration, and reloading it.
    RemoveConfig = "system:config:remove";
    /// Finding any phone.
    ReadPhones = permissions::READ_PHONES;
    /// Adding phones to stock.
    AddPhones = permissions::ADD_PHONES;
    /// Exporting phones as a table.
    ExportPhones = permissions::EXPORT_PHONES;
    /// Writing notes about phones.
    NotePhones = permissions::NOTE_PHONES;
    /// Taking phones out of stock.
    RemovePhones = permissions::REMOVE_PHONES;
    /// Ending rentals of members.
    TakePhonesBack = permissions::TAKE_PHONES_BACK;
    /// Seeing the screen of any phone.
    SeeScreens = permissions::SEE_SCREENS;
    /// Listing accounts.
    ListUsers = permissions::LIST_USERS;
    /// Reading one account.
    ReadUsers = "system:user:query";
    /// Exporting accounts as a table.
    ExportUsers = "system:user:export";
    /// Importing accounts from a table.
    ImportUsers = "system:user:import";
    /// Adding accounts.
    AddUsers = "system:user:add";
    /// Changing, disabling and enabling accounts.
    EditUsers = "system:user:edit";
    /// Deleting accounts.
    RemoveUsers = "system:user:remove";
    /// Setting passwords of others.
    ResetPasswords = "system:user:resetPwd";
    /// Finding members and looking at one.
    ListMembers = permissions::LIST_MEMBERS;
    /// Exporting members as a table.
    ExportMembers = "member:export";
    /// Seeing whole numbers and addresses of members.
    RevealMembers = "member:reveal";
    /// Seeing the console as a member sees it.
    ViewAsMembers = permissions::VIEW_AS_MEMBERS;
    /// Giving members points, and taking some.
    AdjustPoints = "member:points";
    /// Seeing roles and who has them.
    ListRoles = permissions::LIST_ROLES;
    /// Making and changing roles, and giving them.
    EditRoles = permissions::EDIT_ROLES;
    /// Seeing the state of the server.
    ReadSystem = permissions::READ_SYSTEM;
    /// Reading the audit.
    ListAudit = permissions::LIST_AUDIT;
    /// Exporting the audit as a table.
    ExportAudit = "system:audit:export";
}
