//! Sound of the phone in a session, in the forms that its browser asks for: one to be heard, one to be recorded.

use domain::play::sound::{Form, Forms};
use domain::play::{Event, SoundState};
use tokio::sync::watch;

use super::Ending;
use super::session::Playing;

/// State of each form, while this browser listens to it.
#[derive(Default)]
pub(super) struct Hearing([Option<watch::Receiver<SoundState>>; Form::ALL.len()]);

impl Hearing {
    /// The next state of any form; a form whose task ended without one lost its phone.
    pub(super) async fn next(&mut self) -> (Form, SoundState) {
        let [raw, opus, aac] = &mut self.0;
        tokio::select! {
            state = next_sound(raw) => (Form::Raw, state),
            state = next_sound(opus) => (Form::Opus, state),
            state = next_sound(aac) => (Form::Aac, state),
        }
    }
}

async fn next_sound(receiver: &mut Option<watch::Receiver<SoundState>>) -> SoundState {
    let Some(receiver) = receiver else {
        return std::future::pending().await;
    };
    match receiver.changed().await {
        Ok(()) => *receiver.borrow_and_update(),
        Err(_) => SoundState::Lost,
    }
}

impl Playing<'_> {
    /// Sends exactly these forms from now on.
    pub(super) async fn listen(
        &mut self,
        wanted: Forms,
        hearing: &mut Hearing,
    ) -> Result<(), Ending> {
        for form in Form::ALL {
            let heard = hearing.0[form as usize].is_some();
            match (wanted.has(form), heard) {
                (true, true) | (false, false) => {}
                (true, false) => self.begin(form, hearing).await?,
                (false, true) => self.tell_sound(form, SoundState::Off, hearing).await?,
            }
        }
        Ok(())
    }

    async fn begin(&mut self, form: Form, hearing: &mut Hearing) -> Result<(), Ending> {
        let state = match self.engine.fleet.listen(self.opened.phone_id, form) {
            Err(_) => SoundState::Lost,
            Ok(mut listener) => {
                self.socket.pictures().listen(form, listener.viewer);
                let now = *listener.state.borrow_and_update();
                hearing.0[form as usize] = Some(listener.state);
                now
            }
        };
        self.tell_sound(form, state, hearing).await
    }

    pub(super) async fn tell_sound(
        &mut self,
        form: Form,
        state: SoundState,
        hearing: &mut Hearing,
    ) -> Result<(), Ending> {
        if !matches!(state, SoundState::Starting | SoundState::Live) {
            hearing.0[form as usize] = None;
            self.socket.pictures().mute(form);
        }
        self.socket.send(0, &Event::Sound { form, state }).await?;
        Ok(())
    }
}
