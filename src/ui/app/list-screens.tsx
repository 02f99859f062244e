import { Ban, ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isStaff } from '../../domain/account/titles.ts';
import { to } from '../../domain/routes/routes.ts';
import { readPage } from '../parts/read-page.tsx';
import type { Screen } from './screen.ts';

const BanListsPage = readPage(() => import('../ban-manager/lists-page.tsx'), 'BanListsPage');
const BanListPage = readPage(() => import('../ban-manager/list-page.tsx'), 'BanListPage');
const ReviewsPage = readPage(() => import('../ban-manager/reviews-page.tsx'), 'ReviewsPage');
const BucketsPage = readPage(() => import('../buckets/buckets-page.tsx'), 'BucketsPage');
const BucketPage = readPage(() => import('../buckets/bucket-page.tsx'), 'BucketPage');

type ListScreen = 'banManager' | 'banList' | 'reviews' | 'buckets' | 'bucket';

/** The screens of lists that servers obey or use. */
export const LIST_SCREENS: { readonly [Name in ListScreen]: Screen<Name> } = {
  banManager: {
    useTitle: () => useTranslation('bans').t('title'),
    show: () => <BanListsPage />,
    around: 'shell',
    reloads: 'people',
    link: { icon: Ban, label: 'banLists', withBelow: true },
    pages: [{ name: 'banLists', href: to.banManager(), key: 'b' }],
  },
  banList: {
    useTitle: null,
    show: ({ banlist_id: id }) => <BanListPage listId={id} key={id} />,
    around: 'shell',
    reloads: 'people',
  },
  reviews: {
    useTitle: () => useTranslation('bans').t('reviews.title'),
    show: () => <ReviewsPage />,
    around: 'shell',
    reloads: 'people',
    pages: [{ name: 'reviews', href: to.reviews(), offered: isStaff }],
  },
  buckets: {
    useTitle: () => useTranslation('buckets').t('title'),
    show: () => <BucketsPage />,
    around: 'shell',
    reloads: 'people',
    link: { icon: ListChecks, label: 'buckets', withBelow: true },
    pages: [{ name: 'buckets', href: to.buckets() }],
  },
  bucket: {
    useTitle: null,
    show: ({ bucket_id: id }) => <BucketPage bucketId={id} key={id} />,
    around: 'shell',
    reloads: 'people',
  },
};
