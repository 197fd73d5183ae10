-- Settings of codes, sessions and idle pictures.
INSERT INTO config (id, name, key, value, built_in, remark, created_ms) VALUES
    (273201, '两次发送验证码的间隔（秒）', 'code.resend.seconds', NULL, TRUE, '', 0),
    (273202, '每个号码每天的验证码上限', 'code.daily.max', NULL, TRUE, '', 0),
    (273203, '验证码的有效期（分钟）', 'code.life.minutes', NULL, TRUE, '', 0),
    (273204, '访问令牌的有效期（分钟）', 'session.access.minutes', NULL, TRUE, '', 0),
    (273205, '未使用的登录保留期（天）', 'session.refresh.days', NULL, TRUE, '', 0),
    (273206, '画面闲置断开时长（分钟）', 'play.idle.minutes', NULL, TRUE, '', 0);
