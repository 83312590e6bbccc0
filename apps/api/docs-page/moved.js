/* The reference was once at /docs: redirects links with its fragments to the new page. */

if (location.hash.startsWith('#/')) location.replace(`/docs/reference${location.hash}`);
