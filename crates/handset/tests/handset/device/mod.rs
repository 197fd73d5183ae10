//! State of the device, without a screen.

mod editor;
