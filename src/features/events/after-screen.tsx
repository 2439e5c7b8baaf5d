export { AfterScreen } from './after/after'
