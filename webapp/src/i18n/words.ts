// The type of every key: what the parts' files hold together. Types alone, nothing of this is loaded.
import type about from './zh-CN/about.json';
import type admin from './zh-CN/admin.json';
import type agreements from './zh-CN/agreements.json';
import type announcements from './zh-CN/announcements.json';
import type apps from './zh-CN/apps.json';
import type audit from './zh-CN/audit.json';
import type auth from './zh-CN/auth.json';
import type branding from './zh-CN/branding.json';
import type brandingDesk from './zh-CN/brandingDesk.json';
import type browser from './zh-CN/browser.json';
import type core from './zh-CN/core.json';
import type demo from './zh-CN/demo.json';
import type desk from './zh-CN/desk.json';
import type entry from './zh-CN/entry.json';
import type files from './zh-CN/files.json';
import type gallery from './zh-CN/gallery.json';
import type group from './zh-CN/group.json';
import type hosts from './zh-CN/hosts.json';
import type identity from './zh-CN/identity.json';
import type inbox from './zh-CN/inbox.json';
import type keyAccount from './zh-CN/keyAccount.json';
import type links from './zh-CN/links.json';
import type maintenance from './zh-CN/maintenance.json';
import type market from './zh-CN/market.json';
import type member from './zh-CN/member.json';
import type members from './zh-CN/members.json';
import type notices from './zh-CN/notices.json';
import type operations from './zh-CN/operations.json';
import type orders from './zh-CN/orders.json';
import type overview from './zh-CN/overview.json';
import type payments from './zh-CN/payments.json';
import type phones from './zh-CN/phones.json';
import type play from './zh-CN/play.json';
import type points from './zh-CN/points.json';
import type prices from './zh-CN/prices.json';
import type records from './zh-CN/records.json';
import type recycle from './zh-CN/recycle.json';
import type redeem from './zh-CN/redeem.json';
import type redeemBatches from './zh-CN/redeemBatches.json';
import type roles from './zh-CN/roles.json';
import type sharing from './zh-CN/sharing.json';
import type shell from './zh-CN/shell.json';
import type signInDesk from './zh-CN/signInDesk.json';
import type stockPhones from './zh-CN/stockPhones.json';
import type subAccounts from './zh-CN/subAccounts.json';
import type system from './zh-CN/system.json';
import type ui from './zh-CN/ui.json';
import type uploads from './zh-CN/uploads.json';
import type users from './zh-CN/users.json';
import type viewAs from './zh-CN/viewAs.json';

export type All = typeof core &
  typeof shell &
  typeof auth &
  typeof entry &
  typeof maintenance &
  typeof prices &
  typeof demo &
  typeof desk &
  typeof stockPhones &
  typeof hosts &
  typeof overview &
  typeof system &
  typeof market &
  typeof identity &
  typeof member &
  typeof branding &
  typeof brandingDesk &
  typeof signInDesk &
  typeof recycle &
  typeof about &
  typeof admin &
  typeof agreements &
  typeof audit &
  typeof users &
  typeof viewAs &
  typeof members &
  typeof roles &
  typeof inbox &
  typeof notices &
  typeof announcements &
  typeof phones &
  typeof operations &
  typeof orders &
  typeof payments &
  typeof points &
  typeof redeem &
  typeof redeemBatches &
  typeof sharing &
  typeof links &
  typeof keyAccount &
  typeof subAccounts &
  typeof play &
  typeof files &
  typeof group &
  typeof browser &
  typeof uploads &
  typeof apps &
  typeof records &
  typeof ui &
  typeof gallery;
