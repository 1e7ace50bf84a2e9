/** The recorded past under other rules. */
export const WhatIfPage = () => null;
