// collage-worker: decodes, paints and encodes for `collage`, one request at a time.

exitWorker(with: WorkerMain.run(CommandLine.arguments))
