// used by later rooms
export { writeAudit, verifyAudit, type Actor } from './audit'
