/** How to send messages from outside, with forms to try it. */
export const DocumentationPage = () => null;
