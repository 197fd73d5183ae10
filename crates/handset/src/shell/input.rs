//! Programs that read and touch the screen: `screencap` and `input`.

use super::Context;
use super::android::usage;
use crate::adb::Closed;
use crate::fault::{Step, StepFault};
use crate::phone::{LockedPhone, PowerRequest};
use crate::screen::{Finger, Frame, Pointer};

/// Finger of `input`, which belongs to no session.
const POINTER: Pointer = Pointer {
    session: u64::MAX,
    id: 0,
};
/// Number of moves that `input swipe` makes from one end to the other.
const SWIPE_STEPS: u8 = 12;

/// Names of keys that `input keyevent` takes beside numbers, letters and digits.
const KEY_NAMES: [(&str, u32); 14] = [
    ("HOME", 3),
    ("BACK", 4),
    ("DPAD_UP", 19),
    ("DPAD_DOWN", 20),
    ("DPAD_LEFT", 21),
    ("DPAD_RIGHT", 22),
    ("POWER", 26),
    ("TAB", 61),
    ("SPACE", 62),
    ("ENTER", 66),
    ("DEL", 67),
    ("APP_SWITCH", 187),
    ("SLEEP", 223),
    ("WAKEUP", 224),
];

pub(super) async fn screencap(context: &Context<'_>) -> Result<u8, Closed> {
    let path = context
        .args
        .iter()
        .skip(1)
        .find(|arg| !arg.starts_with('-'));
    if !context.args.iter().any(|arg| arg == "-p") && path.is_none() {
        context
            .complain("screencap: only PNG is supported, use -p\n")
            .await?;
        return Ok(1);
    }
    match context.phone.take_step_fault(Step::Screen) {
        Some(StepFault::Slow(time)) => tokio::time::sleep(time).await,
        Some(StepFault::Hold) => context.phone.released().await,
        Some(StepFault::Refuse) => return usage(context, "Error: the screen is refused").await,
        Some(StepFault::Die(time)) => {
            context.phone.ask_power(PowerRequest::Die(time));
            return Ok(1);
        }
        None => {}
    }
    let png = match context.phone.screenshot().await {
        Some(frame) => context
            .phone
            .off_thread(move || encode_png(&frame))
            .await
            .flatten(),
        None => None,
    };
    let Some(png) = png else {
        context
            .complain("screencap: the screen could not be read\n")
            .await?;
        return Ok(1);
    };
    match path {
        None => context.out.stdout(&png).await?,
        Some(path) => {
            let place = context.phone.files.resolve(path);
            if place.is_none_or(|place| std::fs::write(place, &png).is_err()) {
                context
                    .complain(format!("Error opening file: {path}\n"))
                    .await?;
                return Ok(1);
            }
        }
    }
    Ok(0)
}

fn encode_png(frame: &Frame) -> Option<Vec<u8>> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, frame.width.into(), frame.height.into());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(frame.pixels.as_flattened()).ok()?;
    writer.finish().ok()?;
    Some(png)
}

pub(super) async fn input(context: &Context<'_>) -> Result<u8, Closed> {
    // The source, as in `input touchscreen tap …`, makes no difference here.
    let skip = usize::from(matches!(
        context.arg(1),
        "touchscreen" | "keyboard" | "mouse"
    )) + 1;
    let args: Vec<String> = context.args.iter().skip(skip + 1).cloned().collect();
    let number = |index: usize| {
        args.get(index)
            .and_then(|arg| arg.parse::<f32>().ok())
            .filter(|number| number.is_finite())
    };
    match context.arg(skip) {
        "tap" => {
            let (Some(x), Some(y)) = (number(0), number(1)) else {
                return usage(context, "Error: Invalid arguments for command: tap").await;
            };
            drag(context, (x, y), (x, y)).await;
        }
        "swipe" | "draganddrop" => {
            let (Some(x), Some(y), Some(to_x), Some(to_y)) =
                (number(0), number(1), number(2), number(3))
            else {
                return usage(context, "Error: Invalid arguments for command: swipe").await;
            };
            drag(context, (x, y), (to_x, to_y)).await;
        }
        "text" => {
            // `%s` is a blank, as on Android. Characters that no key types are typed too, although a real phone refuses them.
            let text = args.join(" ").replace("%s", " ");
            context
                .phone
                .act(move |locked| locked.device.type_text(&text))
                .await;
        }
        "keyevent" => {
            let mut keys = Vec::new();
            for arg in args.iter().filter(|arg| !arg.starts_with("--")) {
                let name = arg.strip_prefix("KEYCODE_").unwrap_or(arg);
                let key = arg.parse().ok().or_else(|| key_by_name(name));
                let Some(key) = key else {
                    return usage(context, &format!("Error: Unknown keycode: {arg}")).await;
                };
                keys.push(key);
            }
            let press = move |locked: &mut LockedPhone<'_>| {
                for key in &keys {
                    locked.device.press_key(*key, 0);
                }
            };
            context.phone.act(press).await;
        }
        command => return usage(context, &format!("Error: Unknown command: {command}")).await,
    }
    Ok(0)
}

fn key_by_name(name: &str) -> Option<u32> {
    if let [letter] = name.as_bytes() {
        return match letter {
            b'A'..=b'Z' => Some(29 + u32::from(letter - b'A')),
            b'0'..=b'9' => Some(7 + u32::from(letter - b'0')),
            _ => None,
        };
    }
    let known = KEY_NAMES.iter().find(|(known, _)| *known == name);
    known.map(|(_, key)| *key)
}

async fn drag(context: &Context<'_>, from: (f32, f32), to: (f32, f32)) {
    let moved = from != to;
    let gesture = move |locked: &mut LockedPhone<'_>| {
        let (device, screen) = locked.with_screen();
        screen.touch(device, POINTER, Finger::Down, from);
        for step in 1..=if moved { SWIPE_STEPS } else { 0 } {
            let part = f32::from(step) / f32::from(SWIPE_STEPS);
            let at = (
                from.0 + (to.0 - from.0) * part,
                from.1 + (to.1 - from.1) * part,
            );
            screen.touch(device, POINTER, Finger::Move, at);
        }
        screen.touch(device, POINTER, Finger::Up, to);
    };
    context.phone.act(gesture).await;
}
