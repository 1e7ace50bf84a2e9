export { spokenMinutes, spokenMs } from '../../shared/spoken-time.ts';
