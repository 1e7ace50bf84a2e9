import { userListAnswer } from '#contracts/http.ts';
import { fetchData } from './http.ts';

/** All users of the company, by name. */
export const fetchUserNames = () => fetchData({ path: '/users/list', schema: userListAnswer });
