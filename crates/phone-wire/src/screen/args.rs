//! Command line of the scrcpy server: built by a controller, read by a phone.
//! Source: scrcpy `server/src/main/java/com/genymobile/scrcpy/Options.java`, `app/src/server.c`.

use std::fmt;

use strum::{EnumString, IntoStaticStr};
use thiserror::Error;

use super::{Codec, Framing};

/// Class that `app_process` starts.
pub const SERVER_CLASS: &str = "com.genymobile.scrcpy.Server";

/// Characters that a value must not have, because the line goes through a shell. From scrcpy's own `server.c`.
const REFUSED: &[char] = &[
    ' ', ';', '\'', '"', '*', '$', '?', '&', '`', '#', '\\', '|', '<', '>', '[', ']', '{', '}',
    '(', ')', '!', '~', '\r', '\n', '\0',
];

/// Log level of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum LogLevel {
    /// All messages, the most detailed level.
    Verbose,
    /// Messages for developers.
    Debug,
    /// The normal amount.
    #[default]
    Info,
    /// Warnings and errors.
    Warn,
    /// Errors alone.
    Error,
}

/// Arguments of the server; the defaults are the server's own.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerArgs {
    /// Version of the client, which must be the server's own.
    pub version: String,
    /// Id of 31 bits in the names of the sockets; `None` for names without one.
    pub scid: Option<u32>,
    /// Log level of the server.
    pub log_level: LogLevel,
    /// Whether there is a video socket.
    pub video: bool,
    /// Whether there is an audio socket.
    pub audio: bool,
    /// Whether there is a control socket.
    pub control: bool,
    /// Codec of the video.
    pub video_codec: Codec,
    /// Longest side in pixels, rounded down to 8; 0 is the screen's own.
    pub max_size: u16,
    /// Bit rate of the video, bits a second.
    pub video_bit_rate: u32,
    /// Limit of pictures a second; `None` is no limit.
    pub max_fps: Option<f32>,
    /// Options for the phone's encoder: `key[:type]=value,…`.
    pub video_codec_options: Option<String>,
    /// Name of the phone's encoder.
    pub video_encoder: Option<String>,
    /// Whether the server listens on its socket, instead of connecting to the controller through `adb reverse`.
    pub tunnel_forward: bool,
    /// Whether the server reports each copy on the phone.
    pub clipboard_autosync: bool,
    /// Whether the server deletes its own file and restores settings.
    pub cleanup: bool,
    /// Whether the screen is switched on at the start.
    pub power_on: bool,
    /// Whether an encoder that fails is tried again with smaller pictures.
    pub downsize_on_error: bool,
    /// Whether the phone is kept from sleeping.
    pub stay_awake: bool,
    /// Whether touches are drawn.
    pub show_touches: bool,
    /// Whether the device name is sent.
    pub send_device_meta: bool,
    /// Whether packets have their headers.
    pub send_frame_meta: bool,
    /// Whether the first socket starts with a 0.
    pub send_dummy_byte: bool,
    /// Whether codec and size are sent: `send_codec_meta`, since 4.0 `send_stream_meta`.
    pub send_codec_meta: bool,
    /// Whether the server pretends activity of a user so that the screen stays on; since 4.0.
    pub keep_active: bool,
    /// Remaining pairs of key and value; a server warns of keys that it does not know.
    pub others: Vec<(String, String)>,
}

/// Reason why arguments are refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArgsError {
    /// There are no words, while the first one must be the client's version.
    #[error("missing client version")]
    NoVersion,
    /// A word has no `=`.
    #[error("invalid key=value pair: \"{0}\"")]
    NotAPair(String),
    /// A value is none that its key can have.
    #[error("invalid value for {key}: \"{value}\"")]
    BadValue {
        /// Key of the argument.
        key: String,
        /// Value of the argument.
        value: String,
    },
    /// A key or value has a character that is special in a shell.
    #[error("value of {0} has a character that a shell would take")]
    Unsafe(String),
}

impl ServerArgs {
    /// Arguments with the server's own defaults.
    pub fn new(version: impl Into<String>) -> Self {
        Self {
            version: version.into(),
            scid: None,
            log_level: LogLevel::Info,
            video: true,
            audio: true,
            control: true,
            video_codec: Codec::H264,
            max_size: 0,
            video_bit_rate: 8_000_000,
            max_fps: None,
            video_codec_options: None,
            video_encoder: None,
            tunnel_forward: false,
            clipboard_autosync: true,
            cleanup: true,
            power_on: true,
            downsize_on_error: true,
            stay_awake: false,
            show_touches: false,
            send_device_meta: true,
            send_frame_meta: true,
            send_dummy_byte: true,
            send_codec_meta: true,
            keep_active: false,
            others: Vec::new(),
        }
    }

    /// Words after the class name: the version, then what differs from the defaults.
    pub fn to_words(&self) -> Result<Vec<String>, ArgsError> {
        let defaults = Self::new(String::new());
        let mut words = Words::default();
        words.put_if(self.scid.is_some(), "scid", || {
            format!("{:08x}", self.scid.unwrap_or_default())
        });
        let level = self.log_level;
        words.put_if(level != defaults.log_level, "log_level", || {
            level.into_str().to_owned()
        });
        let mut same = Self::new(&self.version);
        for (key, flag) in self.clone().flags() {
            let default = same.flags().into_iter().find(|(name, _)| *name == key);
            words.put_if(default.is_some_and(|(_, it)| *it != *flag), key, || {
                flag.to_string()
            });
        }
        let codec = self.video_codec;
        words.put_if(codec != defaults.video_codec, "video_codec", || {
            codec.into_str().to_owned()
        });
        words.put_if(self.max_size != 0, "max_size", || self.max_size.to_string());
        words.put_if(
            self.video_bit_rate != defaults.video_bit_rate,
            "video_bit_rate",
            || self.video_bit_rate.to_string(),
        );
        let texts = [
            ("max_fps", self.max_fps.map(|fps| fps.to_string())),
            ("video_codec_options", self.video_codec_options.clone()),
            ("video_encoder", self.video_encoder.clone()),
        ];
        for (key, text) in texts {
            words.put_if(text.is_some(), key, || text.clone().unwrap_or_default());
        }
        for (key, value) in &self.others {
            words.put_if(true, key, || value.clone());
        }
        words.finish(&self.version)
    }

    /// Reads the words after the class name. The caller compares the version.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, ArgsError> {
        let mut words = words.into_iter();
        let mut args = Self::new(words.next().ok_or(ArgsError::NoVersion)?);
        for word in words {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| ArgsError::NotAPair(word.to_owned()))?;
            args.set(key, value).ok_or_else(|| ArgsError::BadValue {
                key: key.to_owned(),
                value: value.to_owned(),
            })?;
        }
        Ok(args)
    }

    /// Name of the phone's socket.
    pub const fn socket_name(&self) -> SocketName {
        SocketName(self.scid)
    }

    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let known_flag = self.flags().into_iter().find(|(name, _)| *name == key);
        if let Some((_, flag)) = known_flag {
            // Java's `Boolean.parseBoolean`, with which the server reads a flag, takes everything else for false.
            *flag = value.eq_ignore_ascii_case("true");
            return Some(());
        }
        match key {
            // The server writes -1 for no number.
            "scid" if value == "-1" => self.scid = None,
            "scid" => {
                let scid = u32::from_str_radix(value, 16).ok()?;
                self.scid = Some(i32::try_from(scid).ok()?.cast_unsigned());
            }
            "log_level" => {
                let word = value.to_ascii_lowercase();
                self.log_level = word.parse().ok()?;
            }
            "video_codec" => self.video_codec = value.parse().ok()?,
            "max_size" => self.max_size = value.parse::<u16>().ok()? & !7,
            "video_bit_rate" => self.video_bit_rate = value.parse().ok()?,
            "max_fps" => {
                let fps: f32 = value.parse().ok().filter(|fps: &f32| fps.is_finite())?;
                // The server writes 0 for no limit.
                self.max_fps = Some(fps).filter(|fps| *fps > 0.0);
            }
            "video_codec_options" => self.video_codec_options = text(value),
            "video_encoder" => self.video_encoder = text(value),
            "raw_stream" => {
                if value.eq_ignore_ascii_case("true") {
                    self.send_device_meta = false;
                    self.send_frame_meta = false;
                    self.send_dummy_byte = false;
                    self.send_codec_meta = false;
                }
            }
            _ => self.others.push((key.to_owned(), value.to_owned())),
        }
        Some(())
    }

    /// Flags by their names in this version. Names of other versions are left out: a server only warns of an unknown key.
    fn flags(&mut self) -> Vec<(&'static str, &mut bool)> {
        let framing = Framing::of_version(&self.version).unwrap_or_default();
        let stream_meta = match framing {
            Framing::V3 => "send_codec_meta",
            Framing::V4 => "send_stream_meta",
        };
        let mut flags = vec![
            ("video", &mut self.video),
            ("audio", &mut self.audio),
            ("control", &mut self.control),
            ("tunnel_forward", &mut self.tunnel_forward),
            ("clipboard_autosync", &mut self.clipboard_autosync),
            ("cleanup", &mut self.cleanup),
            ("power_on", &mut self.power_on),
            ("downsize_on_error", &mut self.downsize_on_error),
            ("stay_awake", &mut self.stay_awake),
            ("show_touches", &mut self.show_touches),
            ("send_device_meta", &mut self.send_device_meta),
            ("send_frame_meta", &mut self.send_frame_meta),
            ("send_dummy_byte", &mut self.send_dummy_byte),
            (stream_meta, &mut self.send_codec_meta),
        ];
        if framing == Framing::V4 {
            flags.push(("keep_active", &mut self.keep_active));
        }
        flags
    }
}

fn text(value: &str) -> Option<String> {
    (!value.is_empty()).then(|| value.to_owned())
}

/// Name of the abstract socket that a server listens on: `scrcpy_<scid>`, or `scrcpy` without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SocketName(Option<u32>);

impl fmt::Display for SocketName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(scid) => write!(f, "scrcpy_{scid:08x}"),
            None => f.write_str("scrcpy"),
        }
    }
}

#[derive(Default)]
struct Words {
    pairs: Vec<(String, String)>,
}

impl Words {
    fn put_if(&mut self, differs: bool, key: &str, value: impl FnOnce() -> String) {
        if differs {
            self.pairs.push((key.to_owned(), value()));
        }
    }

    fn finish(self, version: &str) -> Result<Vec<String>, ArgsError> {
        let mut words = vec![checked("version", version)?.to_owned()];
        for (key, value) in &self.pairs {
            let (key, value) = (checked(key, key)?, checked(key, value)?);
            words.push(format!("{key}={value}"));
        }
        Ok(words)
    }
}

fn checked<'a>(key: &str, value: &'a str) -> Result<&'a str, ArgsError> {
    if value.contains(REFUSED) {
        return Err(ArgsError::Unsafe(key.to_owned()));
    }
    Ok(value)
}
