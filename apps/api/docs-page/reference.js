/* Shows the document of this server, and sends test calls to the origin of the page. */

fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((spec) => {
    const ui = SwaggerUIBundle({
      dom_id: '#api',
      spec: {
        ...spec,
        servers: [{ url: '/', description: 'This server' }],
      },
      validatorUrl: null,
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      defaultModelExpandDepth: 3,
      displayRequestDuration: true,
      filter: true,
      showExtensions: true,
      tryItOutEnabled: true,
      syntaxHighlight: { activated: true, theme: 'agate' },
      // A login on the page authenticates the following calls.
      responseInterceptor(response) {
        if (response.ok && new URL(response.url, location.href).pathname.includes('/v1/tokens')) {
          const token = response.obj?.data?.access_token;
          if (token) ui.preauthorizeApiKey('bearer', token);
        }
        return response;
      },
    });
  });
