//! Pages of the demo's contacts, to which its console leads.

use crate::server::Server;

#[tokio::test]
async fn each_contact_has_a_page_that_says_what_stands_there() {
    let server = Server::start();
    for (address, title) in [
        (server.sandbox.group_page(), "The group"),
        (server.sandbox.service_page(), "Online service"),
    ] {
        let path = address.strip_prefix(&server.base).unwrap();
        let (status, page) = server.get_with(path, &[("accept-language", "en")]).await;
        assert_eq!(status, 200, "{address}");
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{page}");
    }
}
