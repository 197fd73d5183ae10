-- The texts that members accept, each version a row of its own that stays as it was published. kind: 1 terms, 2 privacy, 3 authorization.
-- text_…: a text as it was made safe. published_ms: nobody but operators sees a version before. Without created_by it is
-- the product's own, in force from the beginning (0).
CREATE TABLE agreements (
    id BIGINT NOT NULL PRIMARY KEY,
    kind SMALLINT NOT NULL CHECK (kind IN (1, 2, 3)),
    version BIGINT NOT NULL,
    title_zh TEXT NOT NULL,
    title_en TEXT NOT NULL,
    text_zh TEXT NOT NULL,
    text_en TEXT NOT NULL,
    created_by BIGINT REFERENCES members (id),
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    published_ms BIGINT,
    UNIQUE (kind, version)
);
-- At most one version of each is being written.
CREATE UNIQUE INDEX agreements_draft ON agreements (kind) WHERE published_ms IS NULL;
INSERT INTO agreements (id, kind, version, title_zh, title_en, text_zh, text_en, created_by, created_ms, changed_ms, published_ms) VALUES
    (1, 1, 1, '用户协议',
     'Terms',
     '<p>云手机按租期提供给你使用。租期内，手机里的应用、文件和账号由你自己管理和负责。</p><p>请遵守法律，不用云手机做侵犯他人权利、发送骚扰信息或破坏服务的事。发现此类使用时，我们可以停止服务。</p><p>租期结束后，手机上的数据会保留一段宽限期，之后被清除，无法找回。请在到期前续费，或自行备份。</p><p>把手机授权给他人时，对方的操作视为经你同意。你可以随时收回授权。</p>',
     '<p>A cloud phone is yours to use for its rental. During that time the apps, files and accounts on it are yours to manage and answer for.</p><p>Obey the law. Do not use a phone to infringe the rights of others, to send unwanted messages or to damage the service. We may stop the service where this happens.</p><p>After a rental ends, its data is kept for a grace period, then erased for good. Renew in time, or make your own backup.</p><p>When you share a phone, what the other person does counts as done with your consent. You can take the authorization back at any time.</p>',
     NULL, 0, 0, 0),
    (2, 2, 1, '隐私政策',
     'Privacy Policy',
     '<p>我们保存提供服务所需的信息：手机号、账号、登录时间与地址、云手机的状态和操作记录。</p><p>云手机的画面只在你或你授权的人观看时传输，不会录制或留存。</p><p>我们不出售你的信息，只在法律要求时依法提供。</p><p>你可以查看和更正自己的资料，也可以要求删除账号。浏览器里只保存语言、外观等设置，不保存密码。</p>',
     '<p>We keep what the service needs: phone number, account, sign-in times and addresses, and the states and operations of your phones.</p><p>A phone''s picture travels only while you, or somebody you authorized, watch it. It is neither recorded nor kept.</p><p>We do not sell your information, and hand it over only where the law requires it.</p><p>You can see and correct your data and ask for your account to be deleted. The browser keeps settings such as language and appearance, never your password.</p>',
     NULL, 0, 0, 0),
    (3, 3, 1, '云手机授权协议',
     'Authorization agreement',
     '<p>一、购买后，平台在租期内把云手机授权给你的账号使用；云手机的所有权仍归平台。</p><p>二、云手机上的应用、账号和数据由你自己管理，不得用于违反法律法规或侵害他人权益的用途。</p><p>三、你把云手机授权给他人使用时，对他人在云手机上的行为负责；授权到期或收回后，对方立即失去权限。</p><p>四、到期后云手机停止服务，宽限期内续费可以继续使用；逾期未续费的云手机可能被收回并清除数据，无法恢复。</p><p>五、订单未付款时可随时取消；付款后 24 小时内未使用（新购的云手机没有人打开或操作过，续费的天数还没有用到）的订单可以申请全额退款，其他退款由平台审核。</p>',
     '<p>1. A phone that you buy is authorized for your account for the length of its rental; it remains the property of the operator.</p><p>2. Apps, accounts and data on the phone are yours to look after. It must not be used against the law or the rights of others.</p><p>3. Where you share a phone you answer for what others do with it. When a share ends or is withdrawn, they lose it at once.</p><p>4. When a rental ends the phone stops. It can still be renewed during the grace period; after that it may be taken back and its data erased for good.</p><p>5. An unpaid order can be taken back at any time. Within 24 hours of payment an unused order can be refunded in full, that is while nobody has opened or operated its new phones and its renewed days all lie ahead; other refunds are decided by the operator.</p>',
     NULL, 0, 0, 0);

-- When a member first accepted a version.
CREATE TABLE agreement_acceptances (
    agreement_id BIGINT NOT NULL REFERENCES agreements (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    accepted_ms BIGINT NOT NULL,
    PRIMARY KEY (agreement_id, member_id)
);
CREATE INDEX agreement_acceptances_member ON agreement_acceptances (member_id, agreement_id);
CREATE INDEX agreement_acceptances_last ON agreement_acceptances (agreement_id, accepted_ms, member_id);

-- The version that was accepted with an order; none of orders from before versions were kept.
ALTER TABLE orders ADD COLUMN agreement_id BIGINT REFERENCES agreements (id);
