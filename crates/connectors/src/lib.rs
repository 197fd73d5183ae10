//! Outside services over their real protocols: SMS, mail, social sign-in.
