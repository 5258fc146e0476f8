module record-internal-types

go 1.26.0
