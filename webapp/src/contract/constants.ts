// Written by `cargo xtask contract` from contract/openapi.json.
export * as AnswerCode from './codes';

export const AgreementLimits = {
  kinds: ['terms', 'privacy', 'authorization'],
  titleMax: 50,
};

export const AnnouncementLimits = {
  popups: 300,
  priorityMax: 999,
  schemes: ['http', 'https', 'mailto'],
  storedAs: 'notifyList',
  tags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 's', 'ul', 'ol', 'li', 'h3', 'h4', 'blockquote', 'code', 'a'],
  textMax: 2000,
  titleMax: 50,
  write: 'system:notice:edit',
};

export const BrandingLimits = {
  contactsMax: 20,
  hoursMax: 100,
  titleMax: 40,
  welcomeMax: 200,
};

export const CommonLimits = {
  authorizeMax: 100,
  batchMax: 30,
  clientSource: 'WEB',
  clipboardSetMaxBytes: 262130,
  codeDigits: 6,
  deckMaxSlots: 300,
  defaultChannelCode: 'default',
  defaultPageSize: 20,
  feedbackAnswerMaxChars: 1000,
  feedbackContentMaxChars: 300,
  feedbackTitleMaxChars: 100,
  frontVersion: '2.2.0',
  groupMax: 300,
  groupMin: 2,
  idleWarningMs: 60000,
  keycodeAppSwitch: 187,
  keycodeBack: 4,
  keycodeHome: 3,
  keycodePower: 26,
  keycodeVolumeDown: 25,
  keycodeVolumeUp: 24,
  liveCloseCheckMs: 1000,
  liveErrorsMax: 5,
  liveReconnectMs: 5000,
  locationMaxChars: 50,
  nameMaxChars: 10,
  nicknameMaxChars: 20,
  noticeBadgeMax: 99,
  noticePageSize: 10,
  pageMax: 1000000,
  pageSizeMax: 200,
  pageSizes: [10, 20, 30, 50],
  pushFilesMax: 10,
  versionCode: 202503201,
};

export const KeyAction = {
  down: 0,
  up: 1,
} as const;

export const KeymapLimits = {
  fileMaxBytes: 65536,
};

export const MaintenanceLimits = {
  named: 300,
};

export const MarketLimits = {
  descriptionMax: 300,
  nameMax: 30,
};

export const OperationLimits = {
  dpiMax: 640,
  dpiMin: 72,
  dpiPresets: [160, 240, 280, 320, 400, 480],
};

export const OrderLimits = {
  dayMs: 86400000,
  daysMax: 3650,
  linesMax: 200,
  quantityMax: 500,
  reasonMax: 200,
  recordsMs: 7776000000,
};

export const PhoneNoteLimits = {
  max: 200,
};

export const PlayStream = {
  askAsked: 0,
  clipboardDone: 0,
  endNoPicture: 14,
  endOccupied: 1,
  inputDevices: 2,
  inputSwitching: 1,
  levelOwner: 3,
  levelView: 1,
  paceLeftOut: 2,
  qualities: [0, 1, 2, 3],
  qualityAutomatic: 0,
  shownSmall: 4,
  soundAbsent: 3,
  soundLost: 4,
} as const;

export const PointLimits = {
  adjustedMax: 1000000,
};

export const PriceLimits = {
  packagesMax: 12,
  tiersMax: 10,
};

export const RedeemLimits = {
  batchMax: 1000,
  codeChars: 20,
  codesMax: 100,
  daysMax: 3650,
  noteMax: 30,
  pasteMaxBytes: 65536,
};

export const ShareLink = {
  minutesMax: 60,
  passcodeChars: 6,
  viewersMax: 50,
} as const;

export const SharingLimits = {
  hoursMax: 720,
};

export const SocketClose = {
  refused: 4403,
  tooMany: 4429,
} as const;

export const SoundMessage = {
  aac: 2,
  aacConfig: [17, 144],
  channels: 2,
  flagsAt: 2,
  formFlags: 3,
  headerBytes: 20,
  opus: 1,
  raw: 0,
  sampleRate: 48000,
} as const;

export const StatusCode = {
  abnormal: 0,
  backingUp: 10,
  backupFailed: 11,
  backupSuccessful: 12,
  initializeFailed: 9,
  initializing: 8,
  maintenance: 99,
  migrating: 13,
  migrationFailed: 14,
  resetFailed: 5,
  resetting: 4,
  restartFailed: 3,
  restarting: 2,
  running: 1,
  upgradeImageFailed: 7,
  upgradingImage: 6,
} as const;

export const TouchAction = {
  cancel: 3,
  down: 0,
  move: 2,
  up: 1,
} as const;

export const TransferLimits = {
  disclaimerDay: '2026-11-27',
  disclaimerSeconds: 10,
  disclaimerVersion: 1,
};

export const WebhookLimits = {
  max: 5,
};
