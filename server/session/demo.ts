/** Logins of the demonstration data, shown on the login screen in demonstration mode only. */
export const DEMO_PASSWORD = 'connivence-demo'
export const DEMO_LOGINS = [
  { email: 'demo-1@connivence.test', password: DEMO_PASSWORD, label: 'Un couple' },
  { email: 'demo-2@connivence.test', password: DEMO_PASSWORD, label: 'Un homme' },
  { email: 'demo-3@connivence.test', password: DEMO_PASSWORD, label: 'Une femme' },
] as const
/** Has the desk; told at the start, not on the login screen. */
export const DEMO_STAFF = 'demo-staff@connivence.test'
