//! The other side of the outside services, for the demo and the tests: outbox and sign-in provider.
