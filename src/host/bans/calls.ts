import { banListAssign, banListUnassign } from './assign.ts';
import { banCreate, banEdit, banStatus } from './ban.ts';
import {
  banEvidenceDownload,
  banEvidenceLink,
  banEvidenceRemove,
  banEvidenceUpload,
  publicEvidenceDownload,
} from './evidence.ts';
import { banListCodeRenew, banListFollow, banListUnfollow } from './follow.ts';
import { banImport } from './import.ts';
import { banImports, banImportUndo } from './imports.ts';
import { banListCreate, banListDelete, banListEdit } from './own.ts';
import {
  banListBannerRead,
  banListBannerRemove,
  banListBannerSet,
  banListPublicBanner,
} from './banner.ts';
import { bansNaming } from './naming.ts';
import { banListProfileRead, banListProfileRemove, banListProfileSet } from './profile.ts';
import { banListPublic } from './public.ts';
import { banCounts, banRead, personBans } from './read.ts';
import { banReportReview, banReportReviews } from './report-reviews.ts';
import { banListReview, banListReviews, banReviewsWaiting } from './reviews.ts';
import {
  banListsVerified,
  banListVerification,
  banListVerificationCancel,
  banListVerificationRequest,
} from './verification.ts';
import { banReport, banReports, banReportSettle, ownBanReports } from './reports.ts';

/** The calls about ban lists and bans. */
export const banCalls = {
  banListCreate,
  banListEdit,
  banListDelete,
  banListAssign,
  banListUnassign,
  banListPublic,
  banListVerification,
  banListVerificationRequest,
  banListVerificationCancel,
  banListReviews,
  banReviewsWaiting,
  banListReview,
  banListsVerified,
  banListProfileRead,
  banListProfileSet,
  banListProfileRemove,
  banListBannerRead,
  banListBannerSet,
  banListBannerRemove,
  banListPublicBanner,
  banListCodeRenew,
  banListFollow,
  banListUnfollow,
  banCreate,
  banImport,
  banImports,
  banImportUndo,
  banEdit,
  banStatus,
  banEvidenceUpload,
  banEvidenceLink,
  banEvidenceRemove,
  banEvidenceDownload,
  publicEvidenceDownload,
  banRead,
  banCounts,
  personBans,
  bansNaming,
  banReport,
  banReports,
  banReportSettle,
  banReportReviews,
  banReportReview,
  ownBanReports,
};
