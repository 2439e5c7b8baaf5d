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

/** Public routes that stay open for a signed-in member. */
const FOR_ALL = [
  '/verify-email',
  '/onboarding',
  '/reset-password',
  '/confirm-email',
  '/staff-link',
  '/conditions',
  '/rules',
  '/signaler',
]
export const isPublicForMembers = (path: string): boolean =>
  FOR_ALL.includes(path) || path.startsWith('/join/')
/** Further routes without a session and without navigation. */
const FOR_VISITORS = [
  '/',
  '/login',
  '/register',
  '/waiting-for-email-verification',
  '/forgot-password',
]
export const isPublicPath = (path: string): boolean =>
  FOR_VISITORS.includes(path) || isPublicForMembers(path)

/** The desk of the staff has a layout of its own, and needs no account. */
export const isDeskPath = (path: string): boolean => path === '/desk' || path.startsWith('/desk/')
