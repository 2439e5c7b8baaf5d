// used by later rooms
export { purgeAccount } from './deletion'
