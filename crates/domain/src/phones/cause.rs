//! Causes of a missing picture.

use crate::every;
use crate::lang::Words;
use strum::{EnumCount, VariantArray};

/// Why a phone's screen cannot be shown, as far as the phone reported it; each cause has a message for members. The numbers are wire
/// values: the detail of [`crate::play::EndReason::NoPicture`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray)]
#[repr(u8)]
pub enum ScreenCause {
    /// This server has no screen server to start on phones, and this phone cannot be shown without.
    NoServerFile = 1,
    /// The phone started another version of the screen server than it was given.
    VersionMismatch = 2,
    /// The phone cannot load the screen server that it was given.
    BrokenServerFile = 3,
    /// The phone has no encoder for its screen, in any size.
    NoEncoder = 4,
    /// The phone allows no input from outside.
    NoInputRight = 5,
    /// The phone killed the screen server, mostly for want of memory.
    Killed = 6,
    /// [`Self::NoInputRight`] on a phone of Xiaomi.
    NoInputRightXiaomi = 7,
    /// [`Self::NoInputRight`] on a phone of OPPO.
    NoInputRightOppo = 8,
    /// [`Self::NoInputRight`] on a phone of vivo.
    NoInputRightVivo = 9,
    /// [`Self::NoInputRight`] on a phone of Meizu.
    NoInputRightMeizu = 10,
    /// The phone takes no screenshots, the only way left to show it.
    NoScreenshot = 11,
    /// The phone's picture data cannot be decoded.
    BrokenPicture = 12,
    /// The phone never begins with a key picture, even when it is asked to.
    NoKeyPicture = 13,
}

impl ScreenCause {
    /// The complete list of causes.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The cause by the phone's maker why it takes no inputs: `ro.product.manufacturer` or `ro.product.brand`, in any case. Each maker has
    /// its own switch.
    ///
    /// | makers | switch | source |
    /// |---|---|---|
    /// | Xiaomi, Redmi, POCO, Black Shark | USB debugging (Security settings), on | scrcpy's FAQ, "Mouse and keyboard do not work"; scrcpy #3682, #3824, #4352, #5201 |
    /// | OPPO, realme, OnePlus | Disable permission monitoring, on; Disable system optimization on newer ones | Shizuku's user manual, "Permission of adb is limited"; Fastbot's answers to questions |
    /// | vivo, iQOO | USB 模拟点击, on | Fastbot's and Sonic's instructions for vivo |
    /// | Meizu | Flyme payment protection, off | Shizuku's user manual, as above |
    pub fn no_input_right(makers: &[&str]) -> Self {
        const MAKERS: [(&str, ScreenCause); 10] = [
            ("xiaomi", ScreenCause::NoInputRightXiaomi),
            ("redmi", ScreenCause::NoInputRightXiaomi),
            ("poco", ScreenCause::NoInputRightXiaomi),
            ("blackshark", ScreenCause::NoInputRightXiaomi),
            ("oppo", ScreenCause::NoInputRightOppo),
            ("realme", ScreenCause::NoInputRightOppo),
            ("oneplus", ScreenCause::NoInputRightOppo),
            ("vivo", ScreenCause::NoInputRightVivo),
            ("iqoo", ScreenCause::NoInputRightVivo),
            ("meizu", ScreenCause::NoInputRightMeizu),
        ];
        let known = makers.iter().find_map(|maker| {
            let is = |(name, _): &&(&str, Self)| maker.trim().eq_ignore_ascii_case(name);
            MAKERS.iter().find(is)
        });
        known.map_or(Self::NoInputRight, |(_, cause)| *cause)
    }

    /// Reads the wire value.
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| *cause as u32 == code)
    }

    /// Message for people, in both languages: the fault and who can mend it.
    pub const fn words(self) -> Words {
        match self {
            Self::NoServerFile => Words::new(
                "服务器未设置画面程序，请联系客服",
                "The server has no screen program for phones. Contact support.",
            ),
            Self::VersionMismatch => Words::new(
                "设备上的画面程序版本不符，请联系客服",
                "The phone's screen program is another version. Contact support.",
            ),
            Self::BrokenServerFile => Words::new(
                "设备无法加载画面程序，请联系客服",
                "The phone cannot load its screen program. Contact support.",
            ),
            Self::NoEncoder => Words::new(
                "设备没有可用的视频编码器，无法显示画面",
                "The phone has no usable video encoder, so it shows no picture.",
            ),
            Self::NoInputRight => Words::new(
                "设备禁止模拟点击，请在开发者选项中允许通过 USB 调试模拟点击",
                "The phone forbids touches from outside. Allow simulated input over USB debugging in its developer options.",
            ),
            Self::Killed => Words::new(
                "设备结束了画面程序（可能内存不足），请关闭一些应用后重试",
                "The phone ended its screen program, perhaps for want of memory. Close some apps and try again.",
            ),
            Self::NoInputRightXiaomi => Words::new(
                "设备禁止模拟点击，请在开发者选项中开启“USB 调试（安全设置）”，然后重启设备",
                "The phone forbids touches from outside. Turn on \"USB debugging (Security settings)\" in its developer options, then restart it.",
            ),
            Self::NoInputRightOppo => Words::new(
                "设备禁止模拟点击，请在开发者选项中开启“禁止权限监控”（新系统为“禁止系统优化”）",
                "The phone forbids touches from outside. Turn on \"Disable permission monitoring\" (\"Disable system optimization\" on newer ones) in its developer options.",
            ),
            Self::NoInputRightVivo => Words::new(
                "设备禁止模拟点击，请在开发者选项中开启“USB 模拟点击”",
                "The phone forbids touches from outside. Turn on \"USB simulated click\" in its developer options.",
            ),
            Self::NoInputRightMeizu => Words::new(
                "设备禁止模拟点击，请在设置中关闭“Flyme 支付保护”",
                "The phone forbids touches from outside. Turn off \"Flyme payment protection\" in its settings.",
            ),
            Self::NoScreenshot => Words::new(
                "设备无法截屏，无法显示画面，请重启设备或联系客服",
                "The phone takes no screenshots, so it shows no picture. Restart it or contact support.",
            ),
            Self::BrokenPicture => Words::new(
                "设备发来的画面数据无法识别，请重启设备后重试",
                "What the phone sends as its picture cannot be read. Restart the phone and try again.",
            ),
            Self::NoKeyPicture => Words::new(
                "设备的视频编码器没有给出可以开始播放的画面，请重启设备后重试",
                "The phone's video encoder gives no picture to begin with. Restart the phone and try again.",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_causes_share_a_number_or_words() {
        for (nth, cause) in ScreenCause::ALL.into_iter().enumerate() {
            assert_eq!(ScreenCause::from_code(cause as u32), Some(cause));
            for other in &ScreenCause::ALL[nth + 1..] {
                for lang in [crate::lang::Lang::Zh, crate::lang::Lang::En] {
                    assert_ne!(cause.words().in_lang(lang), other.words().in_lang(lang));
                }
            }
        }
        assert_eq!(ScreenCause::from_code(0), None);
    }

    #[test]
    fn each_maker_has_its_own_switch_and_an_unknown_one_a_general_word() {
        for (makers, cause) in [
            (&["Xiaomi", "Redmi"][..], ScreenCause::NoInputRightXiaomi),
            (&["unknown", "POCO"], ScreenCause::NoInputRightXiaomi),
            (&["realme"], ScreenCause::NoInputRightOppo),
            (&[" vivo\n"], ScreenCause::NoInputRightVivo),
            (&["MEIZU"], ScreenCause::NoInputRightMeizu),
            (&["Google", "Pixel"], ScreenCause::NoInputRight),
            (&["", "xiaomi2"], ScreenCause::NoInputRight),
            (&[], ScreenCause::NoInputRight),
        ] {
            assert_eq!(ScreenCause::no_input_right(makers), cause, "{makers:?}");
        }
    }
}
