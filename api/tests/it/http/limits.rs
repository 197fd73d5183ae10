//! The bound on what a compressed body is unpacked to at once.

use actix_web::error::PayloadError;
use api::internal::in_pieces;
use bytes::Bytes;
use futures_util::stream::{self, StreamExt};

#[actix_web::test]
async fn a_compressed_body_comes_in_small_pieces_and_not_without_end() {
    let parts = || stream::iter([Ok(Bytes::from(vec![1; 1000])), Ok(Bytes::from(vec![2; 24]))]);
    let pieces: Vec<_> = in_pieces(parts(), 1024).collect().await;
    let lengths: Vec<_> = pieces.iter().flatten().map(Bytes::len).collect();
    assert_eq!(lengths, [256, 256, 256, 232, 24]);
    let mut refused = std::pin::pin!(in_pieces(parts(), 1023).skip(4));
    assert!(matches!(
        refused.next().await,
        Some(Err(PayloadError::Overflow))
    ));
}
