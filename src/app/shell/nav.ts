/** The five entries of the navigation, in order. */
export const NAV = [
  { path: '/profile', label: 'Profil', badge: null },
  { path: '/conversations', label: 'Discussions', badge: 'messages' },
  { path: '/news', label: 'Actualités', badge: 'news' },
  { path: '/events', label: 'Sorties', badge: 'events' },
  { path: '/radar', label: 'Carte', badge: null },
] as const
export type NavPath = (typeof NAV)[number]['path']

/**
 * Whether an entry is current: the same path or one below it. In the desktop side bar, /profile
 * follows the product documents (CORE-012): any path that begins with it, without «/conversations».
 */
export const isActive = (entry: string, path: string, desktop = false): boolean => {
  if (desktop && entry === '/profile')
    return path.startsWith(entry) && !path.includes('/conversations')
  return path === entry || path.startsWith(`${entry}/`)
}

/** Routes without a session and without navigation. */
const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/verify-email',
  '/waiting-for-email-verification',
  '/onboarding',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/staff-link',
  '/conditions',
  '/rules',
  '/signaler',
]
export const isPublic = (path: string): boolean =>
  PUBLIC.includes(path) || path.startsWith('/join/')

/** The desk of the staff has a layout of its own, and needs no account. */
export const isDesk = (path: string): boolean => path === '/desk' || path.startsWith('/desk/')

/** Public routes that stay open for a signed-in member. */
export const keepsItsPlace = (path: string): boolean =>
  path.startsWith('/join/') ||
  path === '/verify-email' ||
  path === '/reset-password' ||
  path === '/confirm-email' ||
  path === '/staff-link' ||
  path === '/onboarding' ||
  path === '/conditions' ||
  path === '/rules' ||
  path === '/signaler'
