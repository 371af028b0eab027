module github.com/parley/parley-go

go 1.24
