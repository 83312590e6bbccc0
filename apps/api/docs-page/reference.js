/* Shows the document of this very server, and tries calls on it under the address at which the page was opened. */

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
      // A login on the page signs the following calls in.
      responseInterceptor(response) {
        if (response.ok && new URL(response.url, location.href).pathname.includes('/v1/tokens')) {
          const token = response.obj?.data?.access_token;
          if (token) ui.preauthorizeApiKey('bearer', token);
        }
        return response;
      },
    });
  });
