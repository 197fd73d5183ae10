//! Parts of the sockets of which a client sees too little: what they read of frames, what they write before a picture, when they end.

mod closing_handshake;
mod frames;
mod guard;
mod idle;
mod picture_stream;
