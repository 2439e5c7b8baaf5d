// used by later rooms
export { writeAudit, verifyAudit } from './audit'
