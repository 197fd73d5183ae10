//! Names of files that are downloaded.

use actix_web::http::header::{
    Charset, ContentDisposition, DispositionParam, DispositionType, ExtendedValue,
};

/// A file's name as every browser takes it (RFC 6266): whole as RFC 8187 writes it, and a plain one for browsers that do not read that.
pub fn attachment(name: &str) -> ContentDisposition {
    let plain = |c: char| c.is_ascii_alphanumeric() || " ._-()".contains(c);
    let plain = (name.chars()).map(|c| if plain(c) { c } else { '_' });
    attachment_as(plain.collect(), name)
}

/// [`attachment`] with a plain name of its own.
pub fn attachment_as(plain: String, name: &str) -> ContentDisposition {
    if plain == name {
        return ContentDisposition::attachment(plain);
    }
    ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![
            DispositionParam::Filename(plain),
            DispositionParam::FilenameExt(ExtendedValue {
                charset: Charset::Ext("UTF-8".to_owned()),
                language_tag: None,
                value: name.as_bytes().to_vec(),
            }),
        ],
    }
}
